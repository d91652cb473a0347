import { Art, Disc } from "../parts.tsx";

/** Where a patch goes: on the hip, below the waist. */
export function PatchOnHip() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path
        d="M42 12c2 18 0 28-6 40-8 14-12 28-12 56h34c0-10 1-16 4-22 3 6 4 12 4 22h30c2-28-2-42-8-56-5-12-8-22-4-40Z"
        fill="var(--art-skin)"
      />
      <path
        d="M33 58c18 10 38 10 57 0 3 8 5 15 6 22-14 0-26 2-34 8-8-6-20-8-36-8 1-8 3-15 7-22Z"
        fill="var(--art-leaf)"
      />
      <path d="M34 58c18 10 38 10 56 0" strokeWidth={1.1} />
      <path d="M62 40v.01" strokeWidth={3.4} />
      <g transform="rotate(8 76 46)">
        <rect x="68" y="38" width="17" height="17" rx="5" fill="var(--art-paper)" />
        <rect x="71.5" y="41.5" width="10" height="10" rx="3" fill="var(--art-petal-soft)" strokeWidth={1.1} />
      </g>
    </Art>
  );
}
