export function Marigold({ x, y, r }: { x: number; y: number; r: number }) {
  return <circle cx={x} cy={y} r={r} fill="var(--art-petal)" stroke="var(--art-line)" />;
}
