import { Bust } from "./bust.tsx";
import { Art, Bud, Marigold, Stem } from "./parts.tsx";

/** Our OB/GYN, drawn: silver hair gathered back, a white coat, a sprig around her. */
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
              <path d="M50 74C38 30 58 16 80 16s42 14 30 58c-2 14-10 18-10 18H60s-8-4-10-18Z" fill="var(--art-hair)" />
            }
          >
            <path
              d="M56 66c0-14 6-20 14-25 12 9 26 9 32 10 2 6 2 10 2 15 5-6 6-40-24-42-32 2-29 36-24 42Z"
              fill="var(--art-hair)"
            />
            <path d="M70 41c-6-2-8-6-8-9m24 13c8 0 12-4 14-8" strokeWidth={1.3} />
            <path d="M54 118c-4 14-2 24 4 30m46-30c6 16 2 24-4 28" strokeWidth={2.4} stroke="var(--art-heart)" />
            <circle cx="100" cy="148" r="4.5" fill="var(--art-petal)" />
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
