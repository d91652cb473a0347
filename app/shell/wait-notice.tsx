import { useIsFetching } from "@tanstack/react-query";
import { useStage } from "#app/router/use-stage.ts";
import { longWait } from "#app/router/waiting.tsx";
import css from "./dashboard-shell.module.css";

/** The word about what a page still misses after some seconds; the place is kept on the page, so that it is read out. */
export function WaitNotice() {
  const missing = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const stage = useStage(missing);
  return (
    <div aria-live="polite" className={css["wait"]}>
      {stage === "long" && <p className={css["notice"]}>{longWait}</p>}
    </div>
  );
}
