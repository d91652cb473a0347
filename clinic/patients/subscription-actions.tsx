import { formatCalendarDay } from "#contract/fields/formats.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import { permits } from "#contract/policy/policy.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { AskedHow, AskedNote, type TypedAsked } from "./asked-fields.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import css from "./record-page.module.css";

type Action = Exclude<PatientRequest["action"], "contact">;

export const actionTexts: Readonly<Record<Action, { readonly label: string; readonly done: string }>> = {
  pause: { label: "Pause", done: "Paused" },
  resume: { label: "End the pause", done: "Pause ended" },
  cancel: { label: "Cancel", done: "Canceled" },
};

/** Pauses, resumes or cancels a subscription for a patient who asked for it. */
export function SubscriptionActions({ patientId, subscription }: { patientId: string; subscription: Subscription }) {
  if (!permits(usePermissions(), care.pauseSubscription.access.needs)) return null;
  const possible = (["pause", "resume", "cancel"] as const).filter((each) => subscription.actions.includes(each));
  return (
    <div className={css["steps"]}>
      <OpensDialog<Action>
        className={css["quiet"]}
        buttons={(open) =>
          possible.map((each) => (
            <RowAction
              key={each}
              label={actionTexts[each].label}
              name={`${actionTexts[each].label}: ${medicineName(subscription.item)}`}
              onClick={() => open(each)}
            />
          ))
        }
      >
        {(dialog, action) => (
          <AskedDialog action={action} patientId={patientId} subscription={subscription} {...dialog} />
        )}
      </OpensDialog>
    </div>
  );
}

interface AskedProps {
  readonly action: Action;
  readonly patientId: string;
  readonly subscription: Subscription;
  readonly onDone: DialogProps["onDone"];
}

/** What the patient asked for and how, and sending it. */
function useAskedChange({
  action,
  patientId,
  subscription: { id, pausegaps, cancelgap, warning },
  onDone,
}: AskedProps) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState<TypedAsked>({ channel: "", on: practiceToday(), note: "" });
  const [months, setMonths] = useState("1");
  const [knows, setKnows] = useState(false);
  const { send, sending, message, fieldError } = useAct();

  function confirm() {
    const { channel, on, note } = typed;
    const asked = { channel: channel as PatientAsked["channel"], on, note: note.trim() || undefined };
    const params = { id: patientId, subscriptionid: id };
    return send(
      [asked, months, knows],
      (_, key) =>
        action === "pause"
          ? call(care.pauseSubscription, { params, body: { asked, months: Number(months) } }, { key })
          : action === "cancel"
            ? call(care.cancelSubscription, { params, body: { asked, despitewarning: knows } }, { key })
            : call(care.resumeSubscription, { params, body: { asked } }, { key }),
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
  const gap = action === "cancel" ? cancelgap : action === "pause" ? (pausegaps[Number(months) - 1] ?? null) : null;
  const toSay = [action === "resume" ? null : warning, gap].filter((text) => text !== null);
  const isAtField = ["asked.channel", "asked.on", "asked.note"].some((path) => fieldError(path) !== undefined);
  const problem = isAtField ? "" : message;
  return { asking, toSay, months, setMonths, knows, setKnows, confirm, sending, problem };
}

function AskedDialog({ onClose, ...props }: AskedProps & { readonly onClose: () => void }) {
  const { action, subscription } = props;
  const { asking, toSay, months, setMonths, knows, setKnows, confirm, sending, problem } = useAskedChange(props);
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
