import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type PatientPastDue, pastDueCalls } from "#contract/care/past-due.ts";
import { AskedForm, askedOfTyped, useAsked } from "../asked-fields.tsx";

/** Tries what is past due again for a patient who asks for it: so much, on the card on file. */
export function ChargeDialog({
  patientId,
  patientName,
  pastDue,
  onClose,
  onDone,
}: DialogProps & { patientId: string; patientName: string; pastDue: PatientPastDue }) {
  const cache = useQueryClient();
  // What the patient says yes to is what was read to them, whatever is owed meanwhile.
  const [{ amount, card }] = useState(pastDue);
  const act = useAct();
  const asking = useAsked(act);
  const dollars = formatDollars(amount);
  const lookAgain = () => {
    for (const changed of [pastDueCalls.pastDue, care.patient, care.patientMails, care.orders])
      void cache.invalidateQueries({ queryKey: queryKey(changed) });
  };
  const send = async () => {
    await act.send(
      { amount, asked: askedOfTyped(asking.asked) },
      (body, key) => call(pastDueCalls.chargePastDue, { params: { id: patientId }, body }, { key }),
      ({ message }) => onDone(message),
    );
    lookAgain();
  };
  return (
    <Modal
      wide
      title={`Charge ${patientName} ${dollars}?`}
      description={`Only if the patient asked for it now, and said yes to ${dollars}${card ? ` on the ${card.brand} ending in ${card.last4}` : ""}. We’ll tell them that somebody asked, and how to reach us if it wasn’t them.`}
      onClose={act.sending ? undefined : onClose}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Charging" onClick={() => void send()}>
            Charge {dollars}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <AskedForm
        act={act}
        {...asking}
        again="Asking again is safe: it’s the same request, so it’s charged once at most."
      />
    </Modal>
  );
}
