import { Bust } from "./bust.tsx";
import { Art, Bud, Marigold, Stem } from "./parts.tsx";

/** Portrait of our OB/GYN: silver hair gathered back, a white coat, a sprig at the side. */
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
        <g transform="translate(24 36) scale(1.2)">
          <Bust
            behind={
              <path
                d="M52 66C46 34 60 19 80 19S114 34 108 66c2 14-2 22-6 26H58c-4-4-8-12-6-26Z"
                fill="var(--art-hair)"
              />
            }
          >
            <path
              d="M55 68C50 36 62 23 80 23S110 36 105 68C104 53 93 47 73 34 63 41 57 52 55 68Z"
              fill="var(--art-hair)"
            />
            <path d="M73 34c6-3 13-2 18 3m-22-6c-5 3-8 8-9 13" strokeWidth={1.1} />
            <path d="M54 118c-3 14-2 24 5 30m47-30c5 14 2 22-4 28" strokeWidth={2.2} stroke="var(--art-heart)" />
            <circle cx="101" cy="149" r="4.2" fill="var(--art-petal)" />
            <path d="M56 80v.01M104 80v.01" strokeWidth={4} stroke="var(--art-petal)" />
          </Bust>
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
