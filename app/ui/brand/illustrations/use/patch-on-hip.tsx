import { Art, Disc } from "../parts.tsx";

/** Where a patch goes: on the hip, well below the waist, where no waistband rubs. */
export function PatchOnHip() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path
        d="M42 12c2 18 0 28-6 40-8 14-12 28-12 56h34c0-10 1-16 4-22 3 6 4 12 4 22h30c2-28-2-42-8-56-5-12-8-22-4-40Z"
        fill="var(--art-skin)"
      />
      <path d="M30 65c19 10 44 10 63 0l3 16c-14 0-27 2-33 9-8-7-22-9-37-9Z" fill="var(--art-leaf)" />
      <path d="M31 65c18 10 43 10 61 0" strokeWidth={1.1} />
      <path d="M61 38v.01" strokeWidth={3.4} />
      <g transform="rotate(10 77 54)">
        <rect x="69" y="46" width="17" height="17" rx="5" fill="var(--art-paper)" />
        <rect x="72.5" y="49.5" width="10" height="10" rx="3" fill="var(--art-petal-soft)" strokeWidth={1.1} />
      </g>
    </Art>
  );
}
