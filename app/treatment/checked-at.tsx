import { useLiveState } from "#app/api/live/live.ts";
import css from "./overview/home.module.css";
import { formatTime } from "./dates.ts";

/** When the page was last updated; the line keeps its place when a refetch fails. */
export function LastUpdated({ at, failed }: { at: number; failed: boolean }) {
  const live = useLiveState() === "on";
  const freshText = live ? "What is new shows up here by itself." : `Up to date at ${formatTime(at)}`;
  return (
    <p className={css["checked"]}>
      {failed ? `We cannot look for news right now. This is from ${formatTime(at)}.` : freshText}
    </p>
  );
}
