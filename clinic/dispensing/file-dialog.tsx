import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/feedback/spinner.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { BatchResults, doneWords, useShipBatch } from "./batch-results.tsx";
import css from "./dispensing-page.module.css";
import { countResults } from "./ship-batch.ts";
import { maxBytes, type ReadFile, readShippingFile, sameRows } from "./shipping-rows.ts";
import { readKnownOrders } from "./use-orders.ts";

/** Reads a file of the pharmacy. Nothing of it counts until somebody has seen what it says and confirmed it. */
export function FileDialog({ onDone, onClose }: { onDone: (said: string) => void; onClose: () => void }) {
  const [text, setText] = useState("");
  const [read, setRead] = useState<ReadFile | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const { batch, rows, begin } = useShipBatch();

  /** As the orders are now: a file may be a day old, and somebody else may be shipping. */
  async function readNow(content: string): Promise<ReadFile | null> {
    setReading(true);
    setProblem("");
    try {
      const found = readShippingFile(content, await readKnownOrders(call));
      if (typeof found === "string") setProblem(found);
      setRead(typeof found === "string" ? null : found);
      return typeof found === "string" ? null : found;
    } catch (error) {
      setProblem(errorMessage(error));
      return null;
    } finally {
      setReading(false);
    }
  }
  async function choose(file: File | undefined) {
    if (!file) return;
    setRead(null);
    if (file.size > maxBytes) return setProblem("This file is larger than 1 MB. Please split it.");
    const content = await file.text();
    setText(content);
    await readNow(content);
  }
  async function run(running: NonNullable<typeof batch>) {
    await running.run();
    const state = running.get();
    const shipped = countResults(state, "shipped");
    onDone(shipped > 0 ? doneWords(shipped, state.results.length) : "");
  }
  async function confirm() {
    if (reading || read === null) return;
    const now = await readNow(text);
    if (now === null) return;
    if (!sameRows(now, read)) return setProblem("Something has changed since. Please look again before you continue.");
    void run(begin(now.rows));
  }
  return (
    <Modal
      title="Read a file back"
      description="A CSV with the columns Order, Carrier and Tracking; Lot and Expires if you have them."
      wide
      onClose={onClose}
    >
      <Stack gap={4}>
        {batch ? (
          <BatchResults batch={batch} rows={rows} onRun={() => void run(batch)} />
        ) : (
          <>
            <label className={css["choose"]}>
              File
              <input
                type="file"
                accept=".csv,text/csv"
                data-first
                onChange={(event) => {
                  void choose(event.target.files?.[0]);
                  event.target.value = "";
                }}
              />
            </label>
            {problem && <Alert tone="warning">{problem}</Alert>}
            {reading && <Spinner label="Reading" />}
            {read && !reading && (
              <>
                <h3>
                  {read.rows.length === 1
                    ? "1 order to mark as shipped"
                    : `${read.rows.length} orders to mark as shipped`}
                </h3>
                {read.rows.length > 0 && (
                  <Table label="To mark as shipped" head={["Line", "Order", "Lots", "Carrier", "Tracking"]}>
                    {read.rows.map(({ line, number, carrier, trackingnumber, lines }) => (
                      <tr key={line}>
                        <td>{line}</td>
                        <td>{number}</td>
                        <td>{lines?.map(({ lotnumber }) => lotnumber ?? "–").join(", ") ?? "As packed"}</td>
                        <td>{carrier}</td>
                        <td>{trackingnumber}</td>
                      </tr>
                    ))}
                  </Table>
                )}
                {read.left.length > 0 && (
                  <>
                    <h3>{read.left.length === 1 ? "1 row is left out" : `${read.left.length} rows are left out`}</h3>
                    <Table label="Left out" head={["Line", "Order", "Why"]}>
                      {read.left.map(({ line, number, reason }) => (
                        <tr key={line}>
                          <td>{line}</td>
                          <td>{number || "–"}</td>
                          <td>{reason}</td>
                        </tr>
                      ))}
                    </Table>
                  </>
                )}
                {read.rows.length > 0 && (
                  <div>
                    <Button onClick={() => void confirm()}>
                      {read.rows.length === 1
                        ? "Mark 1 order as shipped"
                        : `Mark ${read.rows.length} orders as shipped`}
                    </Button>
                  </div>
                )}
              </>
            )}
          </>
        )}
      </Stack>
    </Modal>
  );
}
