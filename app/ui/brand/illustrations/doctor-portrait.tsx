import { Art, Bud, Marigold, Stem } from "./parts.tsx";

/** Portrait of our OB/GYN, the first of `public/doctors`: silver hair pinned up, pearls, a white coat, a sprig at the side. */
export function DoctorPortrait() {
  return (
    <Art box="0 0 240 240">
      <defs>
        <clipPath id="calendula-portrait">
          <path d="M40 0h160v132a80 80 0 0 1-160 0Z" />
        </clipPath>
      </defs>
      <circle cx="120" cy="132" r="80" fill="var(--art-ground)" stroke="none" />
      <g clipPath="url(#calendula-portrait)">
        <g transform="translate(36 46) scale(1.05)">
          <Portrait />
        </g>
      </g>
      <circle cx="120" cy="132" r="80" />
      <Stem curve={[104, 226, 22, 210, 30, 112]} leaves={9} l={26} from={0.12} to={0.96} />
      <Stem curve={[136, 226, 218, 210, 210, 112]} leaves={9} l={26} from={0.12} to={0.96} />
      <Bud x={30} y={110} r={12} turn={8} />
      <Bud x={210} y={110} r={12} turn={-8} />
      <Marigold x={120} y={218} r={19} />
    </Art>
  );
}

/** Head and shoulders in a 160 × 160 box. */
function Portrait() {
  return (
    <>
      <circle cx="80" cy="19" r="15" fill="var(--art-hair)" />
      <path d="M72 14q8 10 17 4" strokeWidth={1.2} />
      <path d="M67 94v26c0 10 26 10 26 0V94Z" fill="var(--art-skin)" />
      <path d="M68 107q12 9 24 0" strokeWidth={1.4} />
      <path d="M0 166c2-30 24-38 60-47l20 26 20-26c36 9 58 17 60 47Z" fill="var(--art-paper)" />
      <path d="M66 112 80 152l14-40q-14 12-28 0Z" fill="var(--art-leaf)" />
      <path d="M64 114 46 132l14 7-8 9 26 18M96 114l18 18-14 7 8 9-26 18" fill="var(--art-paper)" />
      <path d="M50 66c-8-3-8 15 2 15M110 66c8-3 8 15-2 15" fill="var(--art-skin)" />
      <path d="M51 64c0-42 58-42 58 0 0 27-14 44-29 44S51 91 51 64Z" fill="var(--art-skin)" />
      <g stroke="none" fill="var(--color-danger)" opacity="0.16">
        <circle cx="62" cy="83" r="6" />
        <circle cx="98" cy="83" r="6" />
      </g>
      <path d="M46 78C37 36 56 18 80 18c25 0 43 18 34 60-1-21-13-31-39-45-14 9-26 21-29 45Z" fill="var(--art-hair)" />
      <path d="M75 33c9-3 18 0 25 8M68 38c-6 5-11 11-13 19" strokeWidth={1.2} />
      <path d="M61 62q6-4 12-1M87 61q6-3 12 1M62 70q5-4 10 0M88 70q5-4 10 0" />
      <path d="M67.2 71.6v.01M92.8 71.6v.01" strokeWidth={4.2} />
      <path d="m56 75-4 2m4 1-3 3m51-6 4 2m-4 1 3 3M64 88q-2 3-1 6m33-6q2 3 1 6" strokeWidth={1.1} />
      <path d="M80 71q-4 11-1 14h4" strokeWidth={1.5} />
      <path d="M69 92q11 9 22 0" />
      <circle cx="49" cy="86" r="3" fill="var(--art-paper)" />
      <circle cx="111" cy="86" r="3" fill="var(--art-paper)" />
    </>
  );
}
