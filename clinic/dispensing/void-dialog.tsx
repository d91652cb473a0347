import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import type { NewEntry } from "#clinic/care/log/new-entry.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type VoidReason, voidReasons } from "#contract/care/packed-lines.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { lotProblem, reasonProblem } from "./shipping-rows.ts";

/** Loaded once it's asked for. */
const EntryDialog = lazy(() =>
  loadChunk(() => import("#clinic/care/log/entry-dialog.tsx")).then((m) => ({ default: m.EntryDialog })),
);

/** As the pharmacy reads what was wrong. */
export const voidReasonNames: Readonly<Record<VoidReason, string>> = {
  medicine: "Another medicine was in it",
  strength: "Another strength was in it",
  count: "More or less was in it",
  lot: "Another lot was in it; the medicine is right",
  missing: "It was never put in",
};

/** The choice of the log's “Dispensing error” that says the same. */
const errorChoices: Readonly<Record<VoidReason, string>> = {
  ...{ medicine: "medicine", strength: "strength", count: "quantity", lot: "other", missing: "left_out" },
};

/** What is recorded as dispensed of an order and can be voided, with its name. */
const linesToVoid = ({ order, dispensing }: OrderItem) =>
  (dispensing?.lines ?? []).flatMap((line) => {
    const item = order?.detail.find(({ pricingid }) => pricingid === line.pricingid);
    return line.parcel !== null && line.voiding && item
      ? [{ ...line, parcel: line.parcel, voiding: line.voiding, name: medicineName(item) }]
      : [];
  });

/** Voids what was recorded as dispensed of a line that has left, and offers to log the dispensing error. */
export function VoidDialog({ item, onDone, onClose }: DialogProps & { item: OrderItem }) {
  const [logged, setLogged] = useState<NewEntry | null>(null);
  const [isLogging, setLogging] = useState(false);
  const [notice, setNotice] = useState("");
  const { order, patient } = item;
  if (logged !== null && isLogging)
    return (
      <Suspense fallback={null}>
        <EntryDialog
          about={{
            patient: { id: patient.id, name: patientName(patient) },
            ...(order && { order: { id: order.id, number: order.number } }),
            prefilled: logged,
          }}
          onDone={(done) => onDone(`${notice} ${done}`)}
          onClose={() => onDone(notice)}
        />
      </Suspense>
    );
  if (logged !== null)
    return (
      <Modal
        title="Log the dispensing error?"
        description={`${notice} An entry in the log helps the pharmacy learn from it. What you wrote is filled in.`}
        onClose={() => onDone(notice)}
        actions={
          <>
            <Button onClick={() => setLogging(true)}>Log it</Button>
            <Button variant="secondary" onClick={() => onDone(notice)}>
              Not now
            </Button>
          </>
        }
      >
        {null}
      </Modal>
    );
  return (
    <VoidForm
      item={item}
      onVoided={(done, entry) => {
        setNotice(done);
        setLogged(entry);
      }}
      onClose={onClose}
    />
  );
}

function VoidForm({
  item,
  onVoided,
  onClose,
}: {
  item: OrderItem;
  onVoided: (notice: string, entry: NewEntry) => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const lines = linesToVoid(item);
  const [pricingid, setLine] = useState(lines[0]?.pricingid ?? "");
  const [wrong, setWrong] = useState<VoidReason | null>(null);
  const [note, setNote] = useState("");
  const [lot, setLot] = useState({ number: "", expires: "" });
  const [isAgain, setAgain] = useState(true);
  const [isTried, setTried] = useState(false);
  const { send, sending, message, fieldError } = useAct();
  const line = lines.find((each) => each.pricingid === pricingid) ?? lines[0];
  const missing = {
    wrong: wrong === null ? "Please choose what was wrong." : null,
    note: reasonProblem(note.trim(), "Please say what happened."),
    lotnumber:
      wrong !== "lot" ? null : lot.number.trim() === "" ? "Please enter the lot." : lotProblem(lot.number.trim()),
  };
  const error = (field: keyof typeof missing) => (isTried && missing[field]) || fieldError(field);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (wrong === null || !line || Object.values(missing).some((problem) => problem !== null))
      return focusFirstInvalid(form.current);
    const { parcel, packedat, voiding } = line;
    const sendagain = wrong !== "lot" && voiding.maysendagain && isAgain;
    const body = {
      ...{ pricingid: line.pricingid, parcel, packedat, wrong, note: note.trim(), sendagain },
      ...(wrong === "lot" && {
        lotnumber: lot.number.trim(),
        ...(lot.expires !== "" && { expireson: lot.expires }),
      }),
    };
    void send(
      body,
      () => call(care.voidFill, { params: { id: item.id }, body }),
      () =>
        onVoided(
          wrong === "lot"
            ? `${line.name} is recorded with lot ${lot.number.trim().toUpperCase()}.`
            : `${line.name} is voided, and the patient is asked to call.${sendagain ? " The right box is in “To send”." : ""}`,
          {
            ...{ kind: "dispensing_error", words: note.trim(), outcome: "" },
            fields: { what: errorChoices[wrong], reached: "left" },
          },
        ),
    );
  }
  return (
    <Modal
      title={`What was wrong with order ${item.order?.number ?? ""}?`}
      description={
        wrong === "lot"
          ? "The right lot takes the place of the recorded one. Both stay in the record."
          : "What we recorded as dispensed stays in the record as voided, and counts for nothing. The patient reads not to use it before they’ve talked with the pharmacist. No money moves."
      }
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap={4}>
          {message && <Alert tone="warning">{message}</Alert>}
          {lines.length > 1 && (
            <Select
              label="Item"
              value={line?.pricingid ?? ""}
              options={lines.map((each) => ({
                value: each.pricingid,
                label: each.lotnumber === null ? each.name : `${each.name}, lot ${each.lotnumber}`,
              }))}
              onChange={({ target }) => setLine(target.value)}
            />
          )}
          <Select
            label="What was wrong"
            placeholder="Choose"
            value={wrong ?? ""}
            error={error("wrong") || undefined}
            options={voidReasons.map((each) => ({ value: each, label: voidReasonNames[each] }))}
            onChange={({ target }) => setWrong(voidReasons.find((each) => each === target.value) ?? null)}
          />
          {wrong === "lot" && (
            <>
              <TextField
                label="Lot that was in it"
                autoComplete="off"
                spellCheck={false}
                value={lot.number}
                error={error("lotnumber") || undefined}
                onChange={({ target }) => setLot({ ...lot, number: target.value })}
              />
              <TextField
                label="Its last day (optional)"
                type="date"
                value={lot.expires}
                error={fieldError("expireson")}
                onChange={({ target }) => setLot({ ...lot, expires: target.value })}
              />
            </>
          )}
          <TextField
            label="What happened"
            autoComplete="off"
            value={note}
            error={error("note") || undefined}
            onChange={({ target }) => setNote(target.value)}
          />
          {wrong !== "lot" && line?.voiding.maysendagain && (
            <Checkbox
              label="Send the right box, without a charge"
              checked={isAgain}
              onChange={({ target }) => setAgain(target.checked)}
            />
          )}
          {wrong !== "lot" && line && line.voiding.why !== null && <Alert tone="info">{line.voiding.why}</Alert>}
          <div>
            <Button
              type="submit"
              variant={wrong === "lot" ? "primary" : "danger"}
              busy={sending}
              busyLabel="Please wait"
            >
              {wrong === "lot" ? "Correct the lot" : "Void it"}
            </Button>{" "}
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
