import { errorMessage, isApiError, isOutcomeUnknown } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";

export interface RowResult {
  readonly status: "waiting" | "sending" | "done" | "refused";
  /** Why it's refused. */
  readonly message: string;
}

export interface BatchState {
  /** `stopped` in the middle: an answer was lost, or the session or the pace ended it. It continues at the row that got no answer. */
  readonly phase: "ready" | "running" | "stopped" | "done";
  /** In the order of the rows. */
  readonly results: readonly RowResult[];
  /** Why it stopped. */
  readonly message: string;
}

const waiting: RowResult = { status: "waiting", message: "" };
const endsAll = (error: unknown): boolean =>
  isOutcomeUnknown(error) ||
  (isApiError(error) && ["staff_session_ended", "scope_missing", "rate_limited"].includes(error.code));

/**
 * One act repeated for each row, one after another, with an outcome for each. A row that is refused says why and the others continue; what `send` asks for
 * has to be safe to repeat, because the row without an answer is sent again.
 */
export function createBatch<Row>(rows: readonly Row[], send: (row: Row) => Promise<unknown>) {
  const store = observable<BatchState>({ phase: "ready", results: rows.map(() => waiting), message: "" });
  const set = (at: number, result: RowResult) =>
    store.set({ results: store.get().results.map((each, index) => (index === at ? result : each)) });

  async function run(): Promise<void> {
    if (store.get().phase === "running") return;
    store.set({ phase: "running", message: "" });
    for (const [at, row] of rows.entries()) {
      if (store.get().results[at]?.status !== "waiting") continue;
      set(at, { status: "sending", message: "" });
      try {
        await send(row);
        set(at, { status: "done", message: "" });
      } catch (error) {
        if (endsAll(error)) {
          set(at, waiting);
          return store.set({ phase: "stopped", message: errorMessage(error) });
        }
        set(at, { status: "refused", message: errorMessage(error) });
      }
    }
    store.set({ phase: "done" });
  }

  return { rows, get: store.get, subscribe: store.subscribe, run };
}
export type Batch<Row> = ReturnType<typeof createBatch<Row>>;

export const countDone = ({ results }: BatchState): number => results.filter(({ status }) => status === "done").length;
