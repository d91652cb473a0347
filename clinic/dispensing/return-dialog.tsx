import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type ReturnReason, returnReasons, sentBackWaitDays } from "#contract/care/packed-lines.ts";
import type { OrderItem } from "#contract/care/worklists.ts";

/** As the pharmacy reads why a parcel came back. */
export const returnReasonNames: Readonly<Record<ReturnReason, string>> = {
  address: "Wrong or incomplete address",
  unclaimed: "Nobody picked it up",
  refused: "Refused at the door",
  damaged: "Damaged on the way",
  sent_back: "The patient sent it back",
  other: "Something else",
};

/** Where it goes. */
const returnedTo = (reason: ReturnReason): string =>
  reason === "sent_back" ? `“To send” in ${sentBackWaitDays} days` : "“To send”";

/** What the patient is told. */
export const returnTold = (reason: ReturnReason): string =>
  reason === "sent_back"
    ? `The patient reads that it’s back with us, and to write within ${sentBackWaitDays} days if they don’t want it again.`
    : "The patient is asked to check the address.";

/** A parcel that came back, also after it had arrived: which one, and why. */
export function ReturnDialog({
  item,
  onDone,
  onClose,
}: DialogProps & {
  item: OrderItem;
}) {
  const out = (item.dispensing?.parcels ?? []).filter(({ returnedat }) => returnedat === null);
  const [reason, setReason] = useState<ReturnReason>("address");
  const [parcel, setParcel] = useState((out.findLast(({ deliveredat }) => deliveredat === null) ?? out.at(-1))?.parcel);
  const chosen = out.find((each) => each.parcel === parcel);
  const { send, sending, message } = useAct();
  function confirm() {
    const body = { reason, ...(parcel !== undefined && { parcel }) };
    return send(
      body,
      () => call(care.returnOrder, { params: { id: item.id }, body }),
      () => {
        onDone(`It goes back to ${returnedTo(reason)}. ${returnTold(reason)}`);
        onClose();
      },
    );
  }
  return (
    <Modal
      title={`Order ${item.order?.number ?? ""} came back?`}
      description={`It goes back to ${returnedTo(reason)}. ${returnTold(reason)} Medicine that came back can’t be dispensed again.`}
      onClose={onClose}
      actions={
        <>
          <Button busy={sending} busyLabel="Please wait" onClick={() => void confirm()}>
            It came back
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {message && <Alert tone="warning">{message}</Alert>}
        {chosen?.deliveredat && (
          <Alert tone="warning" title="It was marked as delivered">
            Its medicine won’t count as being with the patient any more. Nothing is refunded by this; if they don’t want
            it sent again, ask finance for a refund.
          </Alert>
        )}
        {out.length > 1 && (
          <Select
            label="Package"
            value={String(parcel)}
            options={out.map((each) => ({
              value: String(each.parcel),
              label: `${each.carrier} ${each.trackingnumber}${each.deliveredat ? ", delivered" : ""}`,
            }))}
            onChange={(event) => setParcel(Number(event.target.value))}
          />
        )}
        <Select
          label="Why"
          value={reason}
          options={returnReasons.map((each) => ({ value: each, label: returnReasonNames[each] }))}
          onChange={(event) => setReason(returnReasons.find((each) => each === event.target.value) ?? "other")}
        />
      </Stack>
    </Modal>
  );
}
