const petals = Array.from({ length: 12 }, (_, index) => index * 30);

/** For what didn't work: a marigold that nods on its stem and will be up again. Needs no other drawing, for it has to be there when nothing else loads. */
export function RestingFlower() {
  return (
    <svg
      viewBox="0 0 240 240"
      fill="none"
      stroke="var(--art-line)"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="120" cy="116" r="98" fill="var(--art-ground)" stroke="none" />
      <path d="M36 206h168M106 206c-10-60-2-132 34-136 18-2 28 10 30 26" />
      <path
        d="M102 176c-22 4-38-6-44-28 24-4 40 6 44 28ZM102 148c10-22 26-28 48-24-6 22-22 30-48 24Z"
        fill="var(--art-leaf)"
      />
      <path d="m60 149 40 26m4-28 42-22" strokeWidth={1.1} />
      <g transform="translate(172 122) rotate(12)">
        {petals.map((angle) => (
          <path
            key={angle}
            d="M0-8C-9-16-9-32-2-37l2 2 2-2C9-32 9-16 0-8Z"
            fill={`var(--art-petal${angle % 60 ? "-soft" : ""})`}
            transform={`rotate(${angle})`}
            strokeWidth={1.3}
          />
        ))}
        <circle r="11" fill="var(--art-heart)" />
      </g>
      <path d="M78 198c-10-2-14-8-12-14 8 0 12 6 12 14Z" fill="var(--art-petal)" />
    </svg>
  );
}
