import { useState, useSyncExternalStore } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import type { Tone } from "#app/ui/brand/tones.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { type BatchRow, countResults, createShipBatch, type RowResult } from "./ship-batch.ts";

const labels: Readonly<Record<RowResult["status"], { readonly tone: Tone; readonly label: string }>> = {
  waiting: { tone: "neutral", label: "Not yet" },
  sending: { tone: "info", label: "Under way" },
  shipped: { tone: "success", label: "Shipped" },
  refused: { tone: "danger", label: "Not shipped" },
};

/** A batch as the page uses it. */
export function useShipBatch() {
  const [batch, setBatch] = useState<ReturnType<typeof createShipBatch> | null>(null);
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  return {
    batch,
    rows,
    begin: (of: readonly BatchRow[]) => {
      const begun = createShipBatch(call, of);
      setRows(of);
      setBatch(begun);
      return begun;
    },
  };
}

export const doneWords = (shipped: number, all: number): string =>
  shipped === all
    ? shipped === 1
      ? "Marked as shipped."
      : `${shipped} orders are marked as shipped.`
    : `${shipped} of ${all} orders are marked as shipped.`;

/** What became of each row, while it runs and afterwards. */
export function BatchResults({
  batch,
  rows,
  onRun,
}: {
  batch: ReturnType<typeof createShipBatch>;
  rows: readonly BatchRow[];
  onRun: () => void;
}) {
  const state = useSyncExternalStore(batch.subscribe, batch.get, batch.get);
  const shipped = countResults(state, "shipped");
  return (
    <>
      {state.phase === "broken" && (
        <Alert tone="warning" title="It stopped before the end" actions={<Button onClick={onRun}>Continue</Button>}>
          <p>{state.problem}</p>
          <p>Rows marked below stay marked. Continue to mark the rest.</p>
        </Alert>
      )}
      <output>
        {state.phase === "done" ? doneWords(shipped, rows.length) : `${shipped} of ${rows.length} marked as shipped`}
      </output>
      <Table label="Results" head={["Order", "Carrier", "Tracking", "Result"]}>
        {rows.map(({ orderId, number, carrier, trackingnumber }, index) => {
          const result = state.results[index];
          if (!result) return null;
          const { tone, label } = labels[result.status];
          return (
            <tr key={orderId}>
              <td>{number}</td>
              <td>{carrier}</td>
              <td>{trackingnumber}</td>
              <td>
                <StatusBadge tone={tone}>{label}</StatusBadge> {result.problem}
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
