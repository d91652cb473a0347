import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { type Status, StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { type Batch, countDone, createBatch, type RowResult } from "#clinic/work/batch.ts";
import { care } from "#contract/care/calls.ts";
import { numberAlone, type Parcel } from "./shipping-rows.ts";

/** A parcel to mark. */
export interface ParcelRow extends Parcel {
  readonly orderId: string;
  readonly number: string;
  /** The pharmacist who verified it, of a file's. */
  readonly verifiedby?: string;
}
type Mark = "shipped" | "delivered";

/** What marking sends; a repeat changes nothing, and the patient is notified once for each order. */
const markCalls: Readonly<Record<Mark, (callAs: StaffCall, row: ParcelRow) => Promise<unknown>>> = {
  shipped: (callAs, { orderId, carrier, trackingnumber, lines, verifiedby }) =>
    callAs(care.shipOrder, {
      params: { id: orderId },
      body: { carrier, trackingnumber, ...(lines && { lines: [...lines] }), ...(verifiedby && { verifiedby }) },
    }),
  delivered: (callAs, { orderId }) => callAs(care.deliverOrder, { params: { id: orderId }, body: {} }),
};

/** Marks parcels, one after another. */
export const createParcelBatch = (callAs: StaffCall, mark: Mark, rows: readonly ParcelRow[]): Batch<ParcelRow> =>
  createBatch(rows, (row) => markCalls[mark](callAs, row));

export const markedText = (mark: Mark, done: number, all: number): string => {
  if (done < all) return `${done} of ${all} orders are marked as ${mark}.`;
  return done === 1 ? `Marked as ${mark}.` : `${done} orders are marked as ${mark}.`;
};

/** The notice is empty where nothing was marked; the orders are those that were. */
export type OnMarked = (notice: string, orderIds: readonly string[]) => void;

/** Why orders were refused. */
export type RefusedOrders = ReadonlyMap<string, string>;

/** The batch of a dialog; `onAll`: nothing is left to do or to read. */
export function useParcelBatch(
  mark: Mark,
  {
    onDone,
    onAll,
    onCorrect,
  }: {
    onDone: OnMarked;
    onAll?: () => void;
    /** What was refused is to be typed again. */
    onCorrect?: (refused: RefusedOrders) => void;
  },
) {
  const [batch, setBatch] = useState<Batch<ParcelRow> | null>(null);
  async function run(running: Batch<ParcelRow>): Promise<void> {
    await running.run();
    const state = running.get();
    const done = countDone(state);
    const marked = running.rows.filter((_, index) => state.results[index]?.status === "done");
    onDone(
      done > 0 ? markedText(mark, done, state.results.length) : "",
      marked.map(({ orderId }) => orderId),
    );
    if (state.phase === "done" && done === state.results.length) onAll?.();
  }
  return {
    /** What became of each row; null before it has begun. */
    results: batch && (
      <BatchResults
        mark={mark}
        batch={batch}
        onContinue={() => void run(batch)}
        onCorrect={
          onCorrect &&
          ((refused) => {
            setBatch(null);
            onCorrect(refused);
          })
        }
      />
    ),
    begin: (rows: readonly ParcelRow[]): void => {
      const begun = createParcelBatch(call, mark, rows);
      setBatch(begun);
      void run(begun);
    },
  };
}

const statusOf = (mark: Mark): Readonly<Record<RowResult["status"], Status>> => ({
  waiting: { tone: "neutral", label: "Not yet" },
  sending: { tone: "info", label: "Under way" },
  done: { tone: "success", label: mark === "shipped" ? "Shipped" : "Delivered" },
  refused: { tone: "danger", label: `Not ${mark}` },
});

/** What became of each row, while it runs and afterwards. */
function BatchResults({
  mark,
  batch,
  onContinue,
  onCorrect,
}: {
  mark: Mark;
  batch: Batch<ParcelRow>;
  onContinue: () => void;
  onCorrect: ((refused: RefusedOrders) => void) | undefined;
}) {
  const { rows } = batch;
  const state = useSyncExternalStore(batch.subscribe, batch.get, batch.get);
  const done = countDone(state);
  const refused = new Map(
    rows.flatMap(({ orderId }, index) => {
      const { status, message } = state.results[index] ?? {};
      return status === "refused" && message !== undefined ? [[orderId, message] as const] : [];
    }),
  );
  return (
    <>
      {state.phase === "stopped" && (
        <Alert
          tone="warning"
          title="It stopped before the end"
          actions={<Button onClick={onContinue}>Continue</Button>}
        >
          <p>{state.message}</p>
          <p>Rows marked below stay marked. Continue to mark the rest.</p>
        </Alert>
      )}
      <output>
        {state.phase === "done" ? markedText(mark, done, rows.length) : `${done} of ${rows.length} marked as ${mark}`}
      </output>
      <Table label="Results" head={["Order", "Carrier", "Tracking", "Result"]}>
        {rows.map((row, index) => {
          const { orderId, number, carrier } = row;
          const result = state.results[index];
          if (!result) return null;
          const { tone, label } = statusOf(mark)[result.status];
          return (
            <tr key={orderId}>
              <td>{number}</td>
              <td>{carrier}</td>
              <td>{numberAlone(row)}</td>
              <td>
                <StatusBadge tone={tone}>{label}</StatusBadge> {result.message}
              </td>
            </tr>
          );
        })}
      </Table>
      {onCorrect && state.phase === "done" && refused.size > 0 && (
        <div>
          <Button variant="secondary" onClick={() => onCorrect(refused)}>
            Correct what was refused
          </Button>
        </div>
      )}
    </>
  );
}
