import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { care } from "#contract/care/calls.ts";
import type { Parcel } from "./shipping-rows.ts";

export interface BatchRow extends Parcel {
  readonly orderId: string;
  readonly number: string;
}

export interface RowResult {
  readonly status: "waiting" | "sending" | "shipped" | "refused";
  readonly problem: string;
}

export interface BatchState {
  /** `broken`: the line broke in the middle; going on begins at the row that got no answer. */
  readonly phase: "ready" | "running" | "broken" | "done";
  /** In the order of the rows. */
  readonly results: readonly RowResult[];
  readonly problem: string;
}

const waiting: RowResult = { status: "waiting", problem: "" };
const endsAll = (error: unknown) =>
  isApiError(error) &&
  (error.code === "staff_session_ended" || error.code === "scope_missing" || error.code === "rate_limited");

/**
 * Marks parcels as shipped one after another. A row that is refused says why and the others go on; without an answer it stops, and goes on with the same
 * row. That the call records a parcel is enough to repeat it: the patient is notified once for each order.
 */
export function createShipBatch(call: StaffCall, rows: readonly BatchRow[]) {
  const store = observable<BatchState>({ phase: "ready", results: rows.map(() => waiting), problem: "" });
  const set = (at: number, result: RowResult) =>
    store.set({ results: store.get().results.map((each, index) => (index === at ? result : each)) });

  async function run(): Promise<void> {
    if (store.get().phase === "running" || store.get().phase === "done") return;
    store.set({ phase: "running", problem: "" });
    for (const [at, { orderId, carrier, trackingnumber, lines }] of rows.entries()) {
      if (store.get().results[at]?.status !== "waiting") continue;
      set(at, { status: "sending", problem: "" });
      try {
        await call(care.shipOrder, {
          params: { id: orderId },
          body: { carrier, trackingnumber, ...(lines && { lines: [...lines] }) },
        });
        set(at, { status: "shipped", problem: "" });
      } catch (error) {
        if (isOutcomeUnknown(error) || endsAll(error)) {
          set(at, waiting);
          store.set({ phase: "broken", problem: errorMessage(error) });
          return;
        }
        set(at, { status: "refused", problem: errorMessage(error) });
      }
    }
    store.set({ phase: "done" });
  }
  return { get: store.get, subscribe: store.subscribe, run };
}

export const countResults = ({ results }: BatchState, status: RowResult["status"]): number =>
  results.filter((each) => each.status === status).length;
