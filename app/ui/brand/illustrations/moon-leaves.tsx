import { Art, Bud, Disc, Stem } from "./parts.tsx";

const stars = [
  [58, 62],
  [186, 40],
  [204, 96],
  [88, 34],
] as const;

export function MoonLeaves() {
  return (
    <Art box="0 0 240 240">
      <Disc x={120} y={116} r={98} />
      <path
        d="M142 38a70 70 0 1 0 52 96a56 56 0 1 1-52-96Z"
        fill="var(--art-petal-soft)"
        stroke="none"
        transform="translate(5 4)"
      />
      <path d="M142 38a70 70 0 1 0 52 96a56 56 0 1 1-52-96Z" />
      <Stem curve={[40, 224, 92, 190, 104, 118]} leaves={7} l={34} from={0.12} to={0.92} />
      <Stem curve={[60, 230, 130, 214, 176, 164]} leaves={6} l={28} from={0.25} to={0.9} />
      <Bud x={105} y={114} r={13} turn={10} />
      {stars.map(([x, y]) => (
        <path key={x} d={`M${x} ${y - 7}v14M${x - 7} ${y}h14`} />
      ))}
      <path d="M164 68v.01M176 84v.01M158 92v.01" strokeWidth={4} stroke="var(--art-petal)" />
    </Art>
  );
}
