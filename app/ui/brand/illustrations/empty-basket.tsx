import { Art, Disc, Leaf, Marigold, Stem } from "./parts.tsx";

const weave = [0, 1, 2].flatMap((row) =>
  [0, 1, 2, 3, 4, 5, 6].map((column) => {
    const y = 152 + row * 20;
    const inset = row * 4;
    const step = (140 - inset * 2) / 7;
    const x = 50 + inset + column * step;
    return `M${x + 3} ${y + (column % 2) * 3}q${step / 2 - 3} ${column % 2 ? -6 : 6} ${step - 6} 0`;
  }),
);

export function EmptyBasket() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={120} r={98} />
      <path d="M62 130C62 44 178 44 178 130" strokeWidth={9} />
      <path d="M62 130C62 44 178 44 178 130" strokeWidth={5.6} stroke="var(--art-petal-soft)" />
      <path d="M46 142h148l-14 66a8 8 0 0 1-8 6H68a8 8 0 0 1-8-6Z" fill="var(--art-petal-soft)" />
      <path d={weave.join("")} />
      <rect x="38" y="128" width="164" height="16" rx="8" fill="var(--art-petal)" />
      <path d="M56 136h8m10 0h8m10 0h8m10 0h8m10 0h8m10 0h8m10 0h8" />
      <Stem curve={[206, 214, 196, 190, 178, 176]} leaves={2} l={22} from={0.2} to={0.6} />
      <Leaf x={206} y={214} l={26} turn={40} />
      <Marigold x={174} y={172} r={21} />
      <path d="M28 214h184" />
    </Art>
  );
}
