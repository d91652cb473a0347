import { Art, Bud, Disc, Leaf, Stem } from "./parts.tsx";

export function LockLeaf() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={120} r={98} />
      <Stem curve={[70, 212, 26, 176, 42, 100]} leaves={6} l={30} from={0.2} to={0.95} />
      <Stem curve={[172, 212, 218, 180, 200, 112]} leaves={6} l={30} from={0.2} to={0.95} />
      <path d="M84 116V86a36 36 0 0 1 72 0v30" strokeWidth={15} />
      <path d="M84 116V86a36 36 0 0 1 72 0v30" strokeWidth={11.6} stroke="var(--art-petal-soft)" />
      <rect x="64" y="112" width="112" height="96" rx="14" fill="var(--art-petal)" />
      <rect x="76" y="124" width="88" height="72" rx="8" fill="var(--art-paper)" />
      <Leaf x={121} y={190} l={54} w={20} turn={8} />
      <path d="M121 190v5" />
      <path d="M124 176l11-9m-13-2 12-10m-14 9-9-7m9-5-6-6" strokeWidth={1.6} />
      <Bud x={43} y={98} r={12} turn={12} />
      <Bud x={200} y={110} r={12} turn={-14} />
    </Art>
  );
}
