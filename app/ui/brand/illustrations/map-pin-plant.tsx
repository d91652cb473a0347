import { Art, Disc, Leaf, Marigold, SideMarigold, Stem } from "./parts.tsx";

/** Illustration for an empty state: a path that ends at a pin in flower. */
export function MapPinPlant() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={116} r={98} />
      <path d="M22 176 84 160l72 18 62-18v44l-62 18-72-18-62 16Z" fill="var(--art-leaf-soft)" />
      <path d="M84 160v44m72-26v44" />
      <path d="M36 206q30-22 56-18t34-8" strokeDasharray="1 8" strokeWidth={3} />
      <path d="M120 190C96 154 76 132 76 100a44 44 0 1 1 88 0c0 32-20 54-44 90Z" fill="var(--art-petal-soft)" />
      <circle cx="120" cy="98" r="33" fill="var(--art-paper)" />
      <Marigold x={120} y={98} r={25} />
      <Stem curve={[172, 190, 184, 160, 194, 128]} leaves={3} l={24} from={0.2} to={0.7} />
      <SideMarigold x={195} y={124} r={21} turn={16} />
      <Leaf x={58} y={176} l={32} turn={-20} flip />
      <Leaf x={59} y={177} l={26} turn={30} />
    </Art>
  );
}
