import type { ReactNode } from "react";

/** Head and shoulders in a 160 × 160 box: the same calm face for everyone, hair and dress as given. */
export function Bust({
  skin = "var(--art-skin)",
  dress = "var(--art-leaf)",
  behind,
  children,
}: {
  skin?: string;
  dress?: string;
  behind?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <g strokeWidth={1.5}>
      {behind}
      <path d="M70 86v20c0 8 20 8 20 0V86Z" fill={skin} />
      <path d="M71 96q9 8 18 0" strokeWidth={1.4} />
      <path d="M14 164c2-34 22-44 54-56l12 20 12-20c32 12 52 22 54 56Z" fill="var(--art-paper)" />
      <path d="M68 108 80 164 92 108l-3 0q-9 8-18 0Z" fill={dress} />
      <path d="M66 108 52 124l12 6-8 8 24 26 24-26-8-8 12-6-14-16-14 40Z" fill="var(--art-paper)" />
      <path d="M57 66c-6-2-6 12 2 12M103 66c6-2 6 12-2 12" fill={skin} />
      <path d="M57 62c0-40 46-40 46 0 0 22-12 36-23 36S57 84 57 62Z" fill={skin} />
      <g stroke="none" fill="var(--color-danger)" opacity="0.14">
        <circle cx="66" cy="77" r="4.5" />
        <circle cx="94" cy="77" r="4.5" />
      </g>
      <path d="M65 60q5-3.5 10-1M85 59q5-2.5 10 1" strokeWidth={1.6} />
      <path d="M66 67q4-3 8 0M86 67q4-3 8 0" strokeWidth={1.6} />
      <path d="M70 68.5v.01M90 68.5v.01" strokeWidth={3.6} />
      <path d="M80 66q-3 9-1 11h3" strokeWidth={1.4} />
      <path d="M72 85q8 6 16 0" strokeWidth={1.7} />
      {children}
    </g>
  );
}
