import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { textLength } from "#contract/fields/text-length.ts";
import css from "./dispensing-page.module.css";
import { type OnMarked, useParcelBatch } from "./parcel-batch.tsx";
import {
  maxBytes,
  numberAlone,
  type ReadFile,
  readShippingFile,
  reasonProblem,
  sameRows,
  type ShippingRow,
} from "./shipping-rows.ts";
import { readKnownOrders } from "./use-orders.ts";

/** A file as the orders are now: it may be a day old, and somebody else may be shipping. */
function useShippingFile() {
  const [text, setText] = useState("");
  const [read, setRead] = useState<ReadFile | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState("");

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
  return {
    ...{ read, reading, problem },
    choose: async (file: File | undefined): Promise<void> => {
      if (!file) return;
      setRead(null);
      if (file.size > maxBytes) return setProblem("This file is larger than 1 MB. Please split it.");
      const content = await file.text();
      setText(content);
      await readNow(content);
    },
    /** What is to be marked, if it's still what somebody has seen. */
    confirmed: async (): Promise<ReadFile | null> => {
      if (reading || read === null) return null;
      const now = await readNow(text);
      if (now === null || sameRows(now, read)) return now;
      setProblem("Something has changed since. Please look again before you continue.");
      return null;
    },
  };
}

/** Reads a file of the pharmacy. Nothing of it counts until somebody has seen what it says and confirmed it. */
export function FileDialog({ onDone, onClose }: { onDone: OnMarked; onClose: () => void }) {
  const { read, reading, problem, choose, confirmed } = useShippingFile();
  const { results, begin } = useParcelBatch("shipped", { onDone });
  async function confirm(checked: Checked) {
    const now = await confirmed();
    if (now) begin(now.rows.map((row) => vouchedRow(row, checked)));
  }
  return (
    <Modal
      title="Read a file back"
      description="A CSV with the columns Order, Carrier and Tracking; Lot and Expires if you have them."
      wide
      onClose={onClose}
    >
      <Stack gap={4}>
        {results ?? (
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
            {read && !reading && <FileRows read={read} onConfirm={(checked) => void confirm(checked)} />}
          </>
        )}
      </Stack>
    </Modal>
  );
}

const ordersText = (count: number): string => (count === 1 ? "1 order" : `${count} orders`);

const saysLots = ({ lines = [] }: ShippingRow): boolean => lines.some(({ lotnumber }) => lotnumber !== undefined);

/** How the boxes of a file were checked, and by which pharmacist. */
interface Checked {
  readonly uncoded: string;
  readonly verifiedby: string;
}

/** A row whose lots somebody answers for: a file has no codes of boxes. */
const vouchedRow = (
  row: ShippingRow,
  { uncoded, verifiedby }: Checked,
): ShippingRow & { readonly verifiedby?: string } =>
  row.lines && saysLots(row)
    ? {
        ...row,
        verifiedby,
        lines: row.lines.map((line) => (line.lotnumber === undefined ? line : { ...line, uncoded })),
      }
    : row;

/** Confirms the rows; where they say lots, with how their boxes were checked. */
function Confirm({ rows, onConfirm }: { rows: readonly ShippingRow[]; onConfirm: (checked: Checked) => void }) {
  const [uncoded, setUncoded] = useState("");
  const [verifiedby, setVerifiedBy] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isAsked = rows.some(saysLots);
  const problem = isAsked ? reasonProblem(uncoded.trim(), "Please say how the boxes were checked.") : null;
  const nameProblem =
    !isAsked || (verifiedby.trim() !== "" && textLength(verifiedby.trim()) <= 100)
      ? null
      : "Please enter the pharmacist’s name, in 100 characters or fewer.";
  return (
    <>
      {isAsked && (
        <TextField
          label="How these boxes were checked"
          hint="A file has no codes of boxes, such as “Scanned by the pharmacy”."
          autoComplete="off"
          value={uncoded}
          error={(isChecked && problem) || undefined}
          onChange={(event) => setUncoded(event.target.value)}
        />
      )}
      {isAsked && (
        <TextField
          label="Pharmacist who verified them"
          hint="At the pharmacy that wrote the file. The label and the record name them."
          autoComplete="off"
          value={verifiedby}
          error={(isChecked && nameProblem) || undefined}
          onChange={(event) => setVerifiedBy(event.target.value)}
        />
      )}
      <div>
        <Button
          onClick={() =>
            (problem ?? nameProblem) !== null
              ? setChecked(true)
              : onConfirm({ uncoded: uncoded.trim(), verifiedby: verifiedby.trim() })
          }
        >
          Mark {ordersText(rows.length)} as shipped
        </Button>
      </div>
    </>
  );
}

/** What a file says: what is to be marked, and what is left out and why. */
const FileRows = ({ read: { rows, left }, onConfirm }: { read: ReadFile; onConfirm: (checked: Checked) => void }) => (
  <>
    <h3>{ordersText(rows.length)} to mark as shipped</h3>
    {rows.length > 0 && (
      <Table label="To mark as shipped" head={["Line", "Order", "Lots", "Carrier", "Tracking"]}>
        {rows.map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td>{row.number}</td>
            <td>{row.lines?.map(({ lotnumber }) => lotnumber ?? "–").join(", ") ?? "As packed"}</td>
            <td>{row.carrier}</td>
            <td>{numberAlone(row)}</td>
          </tr>
        ))}
      </Table>
    )}
    {left.length > 0 && (
      <>
        <h3>{left.length === 1 ? "1 row is left out" : `${left.length} rows are left out`}</h3>
        <Table label="Left out" head={["Line", "Order", "Why"]}>
          {left.map(({ line, number, reason }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{number || "–"}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      </>
    )}
    {rows.length > 0 && <Confirm rows={rows} onConfirm={onConfirm} />}
  </>
);
