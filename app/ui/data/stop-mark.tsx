import { CheckIcon } from "../brand/base-icons.tsx";
import { cx } from "../cx.ts";
import css from "./stop-mark.module.css";

/** How far something has come at a stop of its way, in a track or a timeline. */
export type StopState = "done" | "current" | "todo";

/** What is announced before the name of a stop. */
export const statePrefix = { done: "Done: ", current: "Now: ", todo: "Next: " } as const satisfies Record<
  StopState,
  string
>;

/** The circle of a stop: checked when done, with a dot where things are now. `--dot` is the dot's size. */
export const StopMark = ({ state }: { state: StopState }) => (
  <span className={cx(css["mark"], css[state])} aria-hidden="true">
    {state === "done" && <CheckIcon />}
  </span>
);
