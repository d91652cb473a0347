import { Art, Bud, Disc, Leaf, Marigold, Stem } from "./parts.tsx";

export function EnvelopeFlower() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={118} r={98} />
      <path d="M38 118 120 60l82 58v88a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6Z" fill="var(--art-petal-soft)" />
      <Stem curve={[118, 190, 112, 130, 88, 62]} leaves={3} l={26} from={0.45} to={0.85} />
      <Stem curve={[122, 190, 136, 130, 160, 84]} leaves={3} l={26} from={0.4} to={0.85} />
      <Leaf x={122} y={122} l={50} turn={4} />
      <Bud x={161} y={80} r={15} turn={26} />
      <Marigold x={86} y={54} r={36} />
      <path d="M38 122v84a6 6 0 0 0 6 6h152a6 6 0 0 0 6-6v-84l-72 50a18 18 0 0 1-20 0Z" fill="var(--art-paper)" />
      <path d="m41 210 56-48M199 210l-56-48" />
    </Art>
  );
}
