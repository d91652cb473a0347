import { useIsFetching } from "@tanstack/react-query";
import { useWaitStage } from "#app/router/use-wait-stage.ts";
import { longWaitText } from "#app/router/page-loading.tsx";
import css from "./dashboard/dashboard-shell.module.css";

/**
 * Shown over the lower edge when parts of a page are still missing after some seconds: what has come can be used meanwhile. The live region stays on the
 * page, so that it is announced.
 */
export function LongWaitNotice() {
  const missing = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const stage = useWaitStage(missing);
  return (
    <div aria-live="polite" className={css["wait"]}>
      {stage === "long" && <p className={css["waitText"]}>{longWaitText}</p>}
    </div>
  );
}
