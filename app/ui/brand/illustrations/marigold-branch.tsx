import { Art, Bud, Disc, Leaf, Marigold, SideMarigold, Stem } from "./parts.tsx";

export function MarigoldBranch() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={122} r={98} />
      <Stem curve={[128, 232, 120, 160, 116, 92]} leaves={3} l={44} from={0.2} to={0.62} />
      <Stem curve={[125, 190, 150, 150, 182, 128]} leaves={2} l={26} from={0.35} to={0.7} />
      <Stem curve={[124, 176, 92, 150, 62, 146]} leaves={2} l={24} from={0.4} to={0.75} />
      <SideMarigold x={184} y={124} r={34} turn={36} />
      <Bud x={58} y={144} r={17} turn={-62} />
      <Leaf x={128} y={220} l={48} turn={62} />
      <Leaf x={128} y={224} l={42} turn={-58} flip />
      <Marigold x={114} y={78} r={52} />
    </Art>
  );
}
