import { useLive } from "#app/api/live.ts";
import css from "./home.module.css";
import { timeOf } from "./dates.ts";

/** How fresh the page is; the line stays in its place when a look for news fails. */
export function CheckedAt({ at, failed }: { at: number; failed: boolean }) {
  const live = useLive() === "on";
  const fresh = live ? "What is new shows up here by itself." : `Up to date at ${timeOf(at)}`;
  return (
    <p className={css["checked"]}>
      {failed ? `We cannot look for news right now. This is from ${timeOf(at)}.` : fresh}
    </p>
  );
}
