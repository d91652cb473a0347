import { petalPath } from "./geometry.ts";

const petal = petalPath(4, 23, 5.4);

/** Eight petals, simple enough to hold at 16 px. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <g transform="translate(24 24)" fill="var(--art-petal)">
        {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
          <path key={turn} d={petal} transform={`rotate(${turn})`} />
        ))}
        <circle r="6.2" fill="var(--art-heart)" />
      </g>
    </svg>
  );
}
