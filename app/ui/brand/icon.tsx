import type { ReactNode } from "react";

/* One style for all: 24 × 24, stroke 1.75, decorative: the text beside an icon carries its meaning. */
export function icon(children: ReactNode, size = "1.25em") {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    );
  };
}
