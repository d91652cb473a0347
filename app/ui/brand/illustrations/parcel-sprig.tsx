import { Art, Disc, Leaf, Marigold, Stem } from "./parts.tsx";

export function ParcelSprig() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={120} r={98} />
      <path d="M120 96 202 124v64l-82 30-82-30v-64Z" fill="var(--art-petal-soft)" />
      <path d="M120 152v66l82-30v-64Z" fill="var(--art-petal)" stroke="none" />
      <path d="m38 124 82-28 82 28-82 28Z" fill="var(--art-paper)" />
      <path d="M38 124v64l82 30 82-30v-64M120 152v66" />
      <path d="m79 110 82 28v20l-14 5v-20L65 115Z" fill="var(--art-heart)" />
      <Stem curve={[150, 142, 120, 116, 84, 74]} leaves={6} l={30} from={0.15} to={0.85} />
      <Stem curve={[146, 140, 150, 110, 142, 76]} leaves={4} l={24} from={0.3} to={0.95} />
      <Leaf x={150} y={142} l={34} turn={68} />
      <Marigold x={78} y={66} r={32} />
      <path d="m52 176 20 7m-20 3 12 4" />
    </Art>
  );
}
