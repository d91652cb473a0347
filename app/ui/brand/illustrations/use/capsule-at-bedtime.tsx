import { Art, Disc } from "../parts.tsx";

/** When a capsule is taken: at bedtime, with a glass of water. */
export function CapsuleAtBedtime() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path d="M44 18a20 20 0 1 0 16 29 16 16 0 1 1-16-29Z" fill="var(--art-petal-soft)" />
      <path d="M76 20v8m-4-4h8m8 14v6m-3-3h6M66 34v.01" />
      <path d="M12 88h96v8H12Z" fill="var(--art-leaf-soft)" />
      <path d="M20 96v14m80-14v14" />
      <path d="M68 50h26l-4 38H72Z" fill="var(--art-paper)" />
      <path d="M69.7 66h22.6L90 88H72Z" fill="var(--art-leaf-soft)" />
      <path d="M70 66q6-4 11 0t11 0" strokeWidth={1.1} />
      <g transform="rotate(-14 44 79)">
        <rect x="26" y="71" width="36" height="16" rx="8" fill="var(--art-petal)" />
        <path d="M44 71h10a8 8 0 0 1 0 16H44Z" fill="var(--art-paper)" />
        <path d="M31 76q3-2 7-2" strokeWidth={1.1} />
      </g>
    </Art>
  );
}
