import { Art, Disc } from "../parts.tsx";

/** How long a supply lasts: one pack for each 28 days, three for 84. */
export function PackOfDays({ days }: { days: 28 | 84 }) {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      {days === 28 ? (
        <g transform="translate(22 30)">
          <Pack />
        </g>
      ) : (
        [
          [32, 14],
          [22, 32],
          [12, 50],
        ].map(([x, y]) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <Pack />
          </g>
        ))
      )}
    </Art>
  );
}

/** Four weeks of seven days. */
function Pack() {
  return (
    <>
      <path d="M0 10 8 0h68l-8 10Z" fill="var(--art-petal-soft)" />
      <path d="M68 10 76 0v46l-8 10Z" fill="var(--art-petal)" />
      <rect y="10" width="68" height="46" rx="2" fill="var(--art-paper)" />
      <path d={weeks} strokeWidth={4.4} stroke="var(--art-leaf)" />
    </>
  );
}

const weeks = [19, 28, 37, 46].flatMap((y) => [10, 18, 26, 34, 42, 50, 58].map((x) => `M${x} ${y}v.01`)).join("");
