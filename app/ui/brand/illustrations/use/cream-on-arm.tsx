import { Art, cream, Disc } from "../parts.tsx";

/** Where a body cream goes: on the inside of the arm. */
export function CreamOnArm() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <path
        d="M4 92c22 2 40-4 56-14 14-9 24-16 34-18 8-2 12 2 10 6-2 3-8 3-12 5 8-2 16-4 18 0 1 3-4 4-10 6 6-1 10 1 9 4-1 4-8 4-14 5 4 1 6 3 4 6-4 5-18 4-28 2-20 10-42 20-67 22Z"
        fill="var(--art-skin)"
      />
      <path d="M92 71q-6 2-10 6m17 0q-8 2-14 4m9 5q-6 0-10 0" strokeWidth={1.1} />
      <path d="M30 97c6-6 14-7 20-4 3-5 10-8 14-5 3 3-2 8-8 11-8 4-18 6-24 4-4-1-5-4-2-6Z" fill={cream} />
      <path d="M36 99q6-4 12-2m2-2q4-4 9-4" strokeWidth={1.1} />
      <path d="M20 8c6 22 14 40 28 56 4 5 3 12-3 13-4 1-8-1-11-6C22 56 10 38 4 22Z" fill="var(--art-skin)" />
      <path d="M37 68c2 4 6 5 9 2" strokeWidth={1.1} />
      <path d="M39 72c3 4 8 4 9 0l3 5q2 6-3 7-6 1-8-5Z" fill={cream} />
    </Art>
  );
}
