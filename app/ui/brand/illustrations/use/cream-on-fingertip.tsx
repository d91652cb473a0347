import { Art, cream, Disc } from "../parts.tsx";

/** How much of a cream is used: a little, on a fingertip. */
export function CreamOnFingertip() {
  return (
    <Art box="0 0 120 120" line={1.6}>
      <Disc x={60} y={60} r={54} />
      <g transform="translate(0 4) rotate(22 84 34)">
        <path d="M72 2h24l-3 40H75Z" fill="var(--art-petal)" />
        <path d="M72 2h24v5H72Z" fill="var(--art-petal-soft)" />
        <path d="M77 42h14v8H77Z" fill="var(--art-leaf)" />
        <path d="M78 17h12m-11 7h10" strokeWidth={1.1} />
      </g>
      <path
        d="M4 64c14-4 28-3 38 2h38c13 0 13 18 0 18H66c5 4 4 11-3 12 3 5 0 11-8 11 0 5-7 7-15 6-12-2-24-2-36 0Z"
        fill="var(--art-skin)"
      />
      <path d="M66 84H50m13 12H50m5 11h-8M80 70q7 1 6 6" strokeWidth={1.1} />
      <path d="M62 66c-1-6 4-8 8-8 1-4 3-5 7-7 0 4 4 5 6 8 2 2 2 5 1 7-5 2-16 2-22 0Z" fill={cream} />
    </Art>
  );
}
