import { Art, Berry, Bud, Leaf, Marigold, SideMarigold, Stem } from "./parts.tsx";

/** A bed of calendula under a low sun, for the tall half of the sign-in page. */
export function AuthGarden() {
  return (
    <Art box="0 0 600 800" line={2.1}>
      <circle cx="300" cy="330" r="212" fill="var(--art-ground)" stroke="none" />
      <circle cx="300" cy="330" r="150" fill="var(--art-petal-soft)" stroke="none" opacity="0.55" />

      <Stem curve={[92, 800, 40, 600, 96, 380]} leaves={13} l={58} w={15} from={0.14} to={0.98} pairs />
      <Stem curve={[520, 800, 572, 620, 500, 420]} leaves={12} l={56} w={15} from={0.14} to={0.98} pairs />
      <Stem curve={[240, 800, 196, 560, 214, 300]} leaves={7} l={86} from={0.1} to={0.66} />
      <Stem curve={[330, 800, 352, 560, 404, 236]} leaves={8} l={88} from={0.12} to={0.7} />
      <Stem curve={[280, 800, 296, 640, 306, 462]} leaves={4} l={72} from={0.2} to={0.72} />
      <Stem curve={[430, 800, 470, 660, 452, 556]} leaves={4} l={62} from={0.15} to={0.7} />
      <Stem curve={[160, 800, 128, 690, 134, 590]} leaves={4} l={58} from={0.15} to={0.7} />
      <Stem curve={[209, 498, 186, 462, 150, 430]} leaves={2} l={34} from={0.3} to={0.65} />
      <Stem curve={[369, 470, 398, 430, 442, 404]} leaves={1} l={30} from={0.4} to={0.4} />
      <Stem curve={[392, 800, 400, 700, 380, 610]} leaves={7} l={40} from={0.2} to={1} berries spread={40} />
      <Stem curve={[206, 800, 222, 730, 214, 660]} leaves={6} l={34} from={0.2} to={1} berries spread={40} />

      <Marigold x={214} y={262} r={92} turn={8} />
      <Marigold x={408} y={196} r={74} turn={-6} />
      <SideMarigold x={306} y={456} r={66} turn={4} />
      <SideMarigold x={452} y={550} r={54} turn={10} />
      <SideMarigold x={134} y={584} r={50} turn={-8} />
      <Bud x={148} y={426} r={24} turn={-42} />
      <Bud x={446} y={400} r={22} turn={50} />
      <Berry x={380} y={604} r={6} />

      <Leaf x={60} y={804} l={120} turn={-18} flip />
      <Leaf x={548} y={804} l={130} turn={16} />
      <Leaf x={300} y={806} l={110} turn={-30} flip />
      <Leaf x={310} y={806} l={96} turn={34} />
      <Leaf x={470} y={806} l={90} turn={-26} flip />
      <Leaf x={140} y={806} l={92} turn={30} />
    </Art>
  );
}
