import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { formatMonthDayOf } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { LotRecipient } from "#contract/care/dispensing.ts";
import { lotProblem, reasonProblem } from "./shipping-rows.ts";

interface FoundLot {
  readonly number: string;
  readonly items: readonly LotRecipient[];
}

/** Reads everybody a lot went to, page after page. All of them or none: a list that lacks somebody must not look complete. */
function useLotSearch() {
  const [problem, setProblem] = useState("");
  const [failed, setFailed] = useState("");
  const [reading, setReading] = useState(false);
  const [found, setFound] = useState<FoundLot | null>(null);

  async function find(asked: string) {
    const wrong = asked === "" ? "Please enter the lot number." : lotProblem(asked);
    setProblem(wrong ?? "");
    setFailed("");
    if (wrong !== null || reading) return;
    setFound(null);
    setReading(true);
    try {
      const items: LotRecipient[] = [];
      let nextpage: string | null | undefined;
      do {
        const answer = await call(care.lotRecipients, { query: { lotnumber: asked, ...(nextpage && { nextpage }) } });
        items.push(...answer.items);
        ({ nextpage } = answer);
      } while (nextpage !== null);
      setFound({ number: asked.toUpperCase(), items });
    } catch (error) {
      setFailed(errorMessage(error));
    } finally {
      setReading(false);
    }
  }
  return { find, problem, failed, reading, found };
}

/** For a recall: whom a lot was packed for or sent to. */
export function LotDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState("");
  const { find, problem, failed, reading, found } = useLotSearch();
  return (
    <Modal title="Find a lot" description="Everybody a lot was packed for or sent to." wide onClose={onClose}>
      <Stack gap={4}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void find(number.trim());
          }}
        >
          <Stack gap={4}>
            <TextField
              label="Lot number"
              autoComplete="off"
              spellCheck={false}
              value={number}
              error={problem || undefined}
              onChange={(event) => setNumber(event.target.value)}
            />
            <div>
              <Button type="submit" busy={reading} busyLabel="Looking">
                Find
              </Button>
            </div>
          </Stack>
        </form>
        {failed && <Alert tone="warning">{failed}</Alert>}
        {found && <LotRecipients lot={found} />}
        {found && <Recall key={found.number} lotnumber={found.number} />}
      </Stack>
    </Modal>
  );
}

function LotRecipients({ lot: { number, items } }: { lot: FoundLot }) {
  return (
    <>
      <output>
        {items.length === 0
          ? `Nobody got anything of lot ${number}.`
          : `Lot ${number} was packed ${items.length === 1 ? "once" : `${items.length} times`}.`}
      </output>
      {items.length > 0 && (
        <Table label={`Lot ${number}`} head={["Patient", "Email", "Order", "Item", "Where"]}>
          {items.map((each) => (
            <tr key={each.id}>
              <td>{patientName(each.patient)}</td>
              <td>{each.patient.email}</td>
              <td>{each.ordernumber}</td>
              <td>
                {each.quantity} × {each.name} {each.dosage}
              </td>
              <td>{whereIs(each)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** Stops a lot, or lets it go again. */
function Recall({ lotnumber }: { lotnumber: string }) {
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const problem = reasonProblem(reason.trim(), "Please say why.");
  const [done, setDone] = useState("");
  const { send, sending, message } = useAct();
  function record(recalled: boolean) {
    setChecked(problem !== null);
    if (problem !== null) return;
    const body = { lotnumber, recalled, reason: reason.trim() };
    void send(
      body,
      () => call(care.recallLot, { body }),
      () => {
        setReason("");
        setDone(
          recalled
            ? `Lot ${lotnumber} is recalled. None of it can be packed or sent.`
            : `The recall of lot ${lotnumber} is over.`,
        );
      },
    );
  }
  return (
    <Stack gap={4}>
      {message && <Alert tone="warning">{message}</Alert>}
      <output>{done}</output>
      <TextField
        label="Why it was recalled, or isn’t any more"
        autoComplete="off"
        value={reason}
        error={(isChecked && problem) || undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button variant="danger" busy={sending} busyLabel="Please wait" onClick={() => record(true)}>
          Recall this lot
        </Button>{" "}
        <Button variant="secondary" busy={sending} busyLabel="Please wait" onClick={() => record(false)}>
          The recall is over
        </Button>
      </div>
    </Stack>
  );
}

function whereIs({ packedat, shippedat, deliveredat, returnedat, voidedat }: LotRecipient): string {
  if (voidedat) return `Voided ${formatMonthDayOf(voidedat)}: not what was in the package`;
  if (returnedat) return `Came back ${formatMonthDayOf(returnedat)}`;
  if (deliveredat) return `Delivered ${formatMonthDayOf(deliveredat)}`;
  return shippedat
    ? `On its way since ${formatMonthDayOf(shippedat)}`
    : `Packed ${formatMonthDayOf(packedat)}, not sent`;
}
