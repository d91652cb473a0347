import type { ReactNode } from "react";

/* One hand, 24 × 24, line 1.75, decorative: the words beside an icon carry its meaning. */
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
