import { useState } from "react";
import css from "./changing.module.css";

interface Shown {
  readonly text: string;
  /** How often it has changed. */
  readonly changes: number;
}

/** What is shown once the text is `text`. */
export const afterChange = (shown: Shown, text: string): Shown =>
  shown.text === text ? shown : { text, changes: shown.changes + 1 };

/** A text that moves into place whenever it changes, as a total does. The same element stays, so a live region around it says it once. */
export function Changing({ children }: { children: string }) {
  const [shown, setShown] = useState<Shown>({ text: children, changes: 0 });
  const now = afterChange(shown, children);
  if (now !== shown) setShown(now);
  return (
    <span className={now.changes === 0 ? undefined : css[now.changes % 2 === 0 ? "even" : "odd"]}>{now.text}</span>
  );
}
