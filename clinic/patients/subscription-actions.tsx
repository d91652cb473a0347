import { formatCalendarDay } from "#contract/fields/formats.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRequest } from "#contract/care/subscriptions.ts";
import { permits } from "#contract/policy/policy.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import {
  AskedHow,
  AskedNote,
  askedOfTyped,
  askedPaths,
  AskedProof,
  nothingAsked,
  type TypedAsked,
} from "./asked-fields.tsx";
import rowCss from "#clinic/ui/rows.module.css";

type Action = Exclude<PatientRequest["action"], "contact" | "recovery_link" | "charge">;

export const actionTexts: Readonly<Record<Action, { readonly label: string; readonly done: string }>> = {
  pause: { label: "Pause", done: "Paused" },
  resume: { label: "End the pause", done: "Pause ended" },
  cancel: { label: "Cancel", done: "Canceled" },
  restart: { label: "Take the cancellation back", done: "Cancellation taken back" },
  skip: { label: "Skip the next order", done: "Order skipped" },
  unskip: { label: "Take the skip back", done: "Skip taken back" },
  move: { label: "Move the next order", done: "Order moved" },
};

type Order = Subscription["prescriptionorders"][number];
interface Possible {
  readonly action: Action;
  /** The prescription order it's done to; none where it's about the subscription. */
  readonly order?: Order;
}

/** What can be done to a subscription now, and to its orders. */
export function possibleFor({ actions, prescriptionorders }: Subscription): readonly Possible[] {
  const withOrders = (["move", "skip", "unskip"] as const).flatMap((action) => {
    const order = prescriptionorders.find((each) => each.actions.includes(action));
    return order ? [{ action, order }] : [];
  });
  const own = (["pause", "resume", "cancel", "restart"] as const).filter((each) => actions.includes(each));
  return [...withOrders, ...own.map((action) => ({ action }))];
}

/** What a patient can do with a subscription, done for one who asked for it. */
export function SubscriptionActions({ patientId, subscription }: { patientId: string; subscription: Subscription }) {
  if (!permits(usePermissions(), care.pauseSubscription.access.needs)) return null;
  const possible = possibleFor(subscription);
  return (
    <div className={rowCss["steps"]}>
      <OpensDialog<Possible>
        className={rowCss["quiet"]}
        buttons={(open) =>
          possible.map((each) => (
            <RowAction
              key={each.action}
              label={actionTexts[each.action].label}
              name={`${actionTexts[each.action].label}: ${medicineName(subscription.item)}`}
              onClick={() => open(each)}
            />
          ))
        }
      >
        {(dialog, chosen) => <AskedDialog {...chosen} patientId={patientId} subscription={subscription} {...dialog} />}
      </OpensDialog>
    </div>
  );
}

interface AskedProps extends Possible {
  readonly patientId: string;
  readonly subscription: Subscription;
  readonly onDone: DialogProps["onDone"];
}

/** What the patient asked for and how, and sending it. */
function useAskedChange({
  action,
  order,
  patientId,
  subscription: { id, pausegaps, cancelgap, warning },
  onDone,
}: AskedProps) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState<TypedAsked>(nothingAsked);
  const [months, setMonths] = useState("1");
  const [knows, setKnows] = useState(false);
  const [day, setDay] = useState("");
  const { send, sending, message, fieldError } = useAct();

  function confirm() {
    const asked = askedOfTyped(typed);
    const params = { id: patientId, subscriptionid: id };
    const ofOrder = { id: patientId, prescriptionorderid: order?.id ?? "" };
    const calls: Readonly<Record<Action, (key: string) => Promise<{ readonly message: string }>>> = {
      pause: (key) => call(care.pauseSubscription, { params, body: { asked, months: Number(months) } }, { key }),
      cancel: (key) => call(care.cancelSubscription, { params, body: { asked, despitewarning: knows } }, { key }),
      resume: (key) => call(care.resumeSubscription, { params, body: { asked } }, { key }),
      restart: (key) => call(care.restartSubscription, { params, body: { asked } }, { key }),
      skip: (key) => call(care.skipPrescriptionOrder, { params: ofOrder, body: { asked } }, { key }),
      unskip: (key) => call(care.takeSkipBack, { params: ofOrder, body: { asked } }, { key }),
      move: (key) => call(care.movePrescriptionOrder, { params: ofOrder, body: { asked, day } }, { key }),
    };
    return send(
      [asked, months, knows, day],
      (_, key) => calls[action](key),
      ({ message: done }) => {
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        onDone(done);
      },
    );
  }

  const asking = {
    asked: typed,
    onChange: (change: Partial<TypedAsked>) => setTyped((before) => ({ ...before, ...change })),
    fieldError,
  };
  const gaps: Readonly<Partial<Record<Action, string | null>>> = {
    ...{ cancel: cancelgap, pause: pausegaps[Number(months) - 1] ?? null, skip: order?.gap ?? null },
    move: isLate(order, day) ? (order?.move?.gap ?? null) : null,
  };
  const bringsLess = action === "cancel" || action === "pause" || action === "skip";
  const toSay = [bringsLess ? warning : null, gaps[action] ?? null].filter((text) => text !== null);
  const isAtField = [...askedPaths, "day"].some((path) => fieldError(path) !== undefined);
  const problem = isAtField ? "" : message;
  const chosen = { months, setMonths, knows, setKnows, day, setDay };
  return { asking, toSay, chosen, confirm, sending, problem, fieldError };
}

/** A day on which it comes too late. */
const isLate = (order: Order | undefined, day: string): boolean =>
  order?.move?.enoughuntil != null && day > order.move.enoughuntil;

function AskedDialog({ onClose, ...props }: AskedProps & { readonly onClose: () => void }) {
  const { action, subscription, order } = props;
  const { asking, toSay, chosen, confirm, sending, problem, fieldError } = useAskedChange(props);
  const { months, setMonths, knows, setKnows, day, setDay } = chosen;
  return (
    <Modal
      wide
      title={`${actionTexts[action].label}: ${medicineName(subscription.item)}?`}
      description="Only if the patient asked for it. We’ll tell them it was done, and how to reach us if it wasn’t them."
      onClose={onClose}
      actions={
        <>
          <Button
            variant={action === "cancel" ? "danger" : "primary"}
            busy={sending}
            busyLabel="Please wait"
            onClick={() => void confirm()}
          >
            {action === "cancel" ? "Cancel the subscription" : actionTexts[action].label}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {toSay.length > 0 && (
          <Alert tone="warning" title="Please say this to the patient first">
            {toSay.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Alert>
        )}
        {action === "cancel" && (subscription.warning !== null || problem !== "") && (
          <Checkbox
            label="The patient knows, and wants to cancel it all the same"
            checked={knows}
            onChange={({ target }) => setKnows(target.checked)}
          />
        )}
        <AskedHow {...asking} />
        <AskedProof {...asking} />
        {action === "move" && order?.move && (
          <TextField
            label="The day it’s charged and sent"
            type="date"
            min={order.move.first}
            max={order.move.last}
            hint={`${order.move.whyfirst} ${order.move.whylast}`}
            value={day}
            error={fieldError("day")}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
        {action === "pause" && (
          <Select
            label="Pause until"
            options={subscription.pauseuntil.map((day, index) => ({
              value: String(index + 1),
              label: formatCalendarDay(day),
            }))}
            value={months}
            onChange={({ target }) => setMonths(target.value)}
          />
        )}
        <AskedNote {...asking} />
        {problem && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </Modal>
  );
}
