import { Art, cream, Disc } from "../parts.tsx";

/** Where a face cream goes: a thin layer on forehead, cheeks and chin. */
export function CreamOnFace() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path d="M26 66c-6-34 10-54 34-54s40 20 34 54c-2 12-6 20-10 26H36c-4-6-8-14-10-26Z" fill="var(--art-hair)" />
      <path d="M50 86h20v14c8 3 18 5 24 12H26c6-7 16-9 24-12Z" fill="var(--art-skin)" />
      <path d="M36 54c0-20 10-28 24-28s24 8 24 28c0 22-12 40-24 40S36 76 36 54Z" fill="var(--art-skin)" />
      <path
        d="M36 54c4-8 8-16 12-22 10 8 24 10 34 10 1 4 2 8 2 12 4-26-8-34-24-34S32 28 36 54Z"
        fill="var(--art-hair)"
      />
      <path d="M43 60q4.5 4 9 0m16 0q4.5 4 9 0M60 60v10q-1 3-4 3M53 81q7 5 14 0" />
      <g fill={cream}>
        <path d="M52 47c2-3 6-3 8 0 2 3-8 4-8 0Z" />
        <path d="M41 70c2-3 7-3 8 1 0 4-9 4-8-1Z" />
        <path d="M71 71c1-4 6-4 8-1 1 5-8 5-8 1Z" />
      </g>
    </Art>
  );
}
