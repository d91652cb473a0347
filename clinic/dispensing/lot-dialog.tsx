import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { formatMonthDayOf } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { care } from "#contract/care/calls.ts";
import type { LotRecipient } from "#contract/care/dispensing.ts";
import { lotProblem } from "./shipping-rows.ts";

/** For a recall: whom a lot was packed for or sent to. All of them or none: a list that lacks somebody must not look complete. */
export function LotDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState("");
  const [problem, setProblem] = useState("");
  const [failed, setFailed] = useState("");
  const [reading, setReading] = useState(false);
  const [found, setFound] = useState<{ readonly number: string; readonly items: readonly LotRecipient[] } | null>(null);

  async function find() {
    const asked = number.trim();
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
  return (
    <Modal title="Find a lot" description="Everybody a lot was packed for or sent to." wide onClose={onClose}>
      <Stack gap={4}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void find();
          }}
        >
          <Stack gap={4}>
            <TextField
              label="Lot number"
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
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
        {found && (
          <>
            <output>
              {found.items.length === 0
                ? `Nobody got anything of lot ${found.number}.`
                : `Lot ${found.number} was packed ${found.items.length === 1 ? "once" : `${found.items.length} times`}.`}
            </output>
            {found.items.length > 0 && (
              <Table label={`Lot ${found.number}`} head={["Patient", "Email", "Order", "Item", "Where it is"]}>
                {found.items.map((each) => (
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
        )}
      </Stack>
    </Modal>
  );
}

function whereIs({ packedat, shippedat, deliveredat, returnedat }: LotRecipient): string {
  if (returnedat) return `Came back ${formatMonthDayOf(returnedat)}`;
  if (deliveredat) return `Delivered ${formatMonthDayOf(deliveredat)}`;
  return shippedat
    ? `On its way since ${formatMonthDayOf(shippedat)}`
    : `Packed ${formatMonthDayOf(packedat)}, not sent`;
}
