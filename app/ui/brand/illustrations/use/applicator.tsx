import { Art, Disc } from "../parts.tsx";

/** What a vaginal cream is measured with, and an insert placed: a slim applicator. */
export function Applicator() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path d="M16 92c20-9 66-9 88 0-8 12-80 12-88 0Z" fill="var(--art-leaf-soft)" />
      <g transform="rotate(-38 60 62)">
        <rect x={6} y={58.5} width={46} height={7} rx={3.5} fill="var(--art-paper)" />
        <rect x={0} y={54} width={7} height={16} rx={3.5} fill="var(--art-leaf)" />
        <rect x={30} y={54} width={66} height={16} rx={7} fill="var(--art-paper)" />
        <rect x={30} y={51} width={8} height={22} rx={4} fill="var(--art-leaf)" />
        <path d="M46 58.500h34" strokeWidth={1.1} />
        <rect x={90} y={56} width={20} height={12} rx={6} fill="var(--art-petal)" />
      </g>
      <path d="M92 76v8m-4-4h8M30 26v6m-3-3h6" />
    </Art>
  );
}
