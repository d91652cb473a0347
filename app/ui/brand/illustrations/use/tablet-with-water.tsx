import { Art, cream, Disc } from "../parts.tsx";

/** When a tablet is taken: once a day, with a glass of water. */
export function TabletWithWater() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <circle cx={38} cy={38} r={11} fill="var(--art-petal-soft)" />
      <path d="M38 20v-5m0 46v-5M20 38h-5m46 0h-5M25.3 25.3l-3.5-3.5m28.9 28.9 3.5 3.5M25.3 50.7l-3.5 3.5m28.9-28.9 3.5-3.5" />
      <path d="M12 88h96v8H12Z" fill="var(--art-leaf-soft)" />
      <path d="M20 96v14m80-14v14" />
      <path d="M70 44h28l-4 44H74Z" fill="var(--art-paper)" />
      <path d="M71.7 62h24.6L94 88H74Z" fill="var(--art-leaf-soft)" />
      <path d="M72 62q6-4 12 0t12 0" strokeWidth={1.1} />
      <ellipse cx={45} cy={82} rx={16} ry={6} fill="var(--art-petal)" />
      <ellipse cx={45} cy={79} rx={16} ry={6} fill={cream} />
      <path d="M35 79h20" stroke="light-dark(var(--art-line), var(--art-paper))" strokeWidth={1.1} />
    </Art>
  );
}
