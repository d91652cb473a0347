import { Art, Disc } from "../parts.tsx";

/** Where a hair serum goes: drops on the scalp, along the parting. */
export function SerumOnScalp() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path d="M14 112c0-38 14-60 46-60s46 22 46 60Z" fill="var(--art-hair)" />
      <path d="M56 53c-2 12-3 22-1 34h10c2-12 1-22-1-34Z" fill="var(--art-skin)" />
      <path
        d="M50 55c-16 8-24 26-26 57m22-54c-8 14-11 32-10 54m12-34c-2 10-2 22 0 34m22-57c16 8 24 26 26 57M74 58c8 14 11 32 10 54M72 78c2 10 2 22 0 34"
        strokeWidth={1.1}
      />
      <path d="M60 41c4 6 6 8 6 12a6 6 0 0 1-12 0c0-4 2-6 6-12Z" fill="var(--art-petal-soft)" />
      <g transform="rotate(24 62 24)">
        <path d="M55 4c0-5 14-5 14 0v9H55Z" fill="var(--art-petal)" />
        <path d="M52 13h20v5H52Z" fill="var(--art-leaf)" />
        <path d="M57 18h10v14l-3 6h-4l-3-6Z" fill="var(--art-paper)" />
        <path d="M57.5 26h9v6l-2.8 5h-3.400l-2.8-5Z" fill="var(--art-petal-soft)" strokeWidth={1.1} />
      </g>
    </Art>
  );
}
