import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { useScopes } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import css from "./record-page.module.css";

type Action = PatientRequest["action"];

export const actionTexts: Readonly<Record<Action, { readonly label: string; readonly done: string }>> = {
  pause: { label: "Pause", done: "Paused" },
  resume: { label: "End the pause", done: "Pause ended" },
  cancel: { label: "Cancel", done: "Canceled" },
};

export const channelTexts: Readonly<Record<PatientRequest["channel"], string>> = {
  phone: "by phone",
  message: "in a message",
  email: "by email",
  letter: "by letter",
  in_person: "in person",
};
const channels = Object.entries(channelTexts).map(([value, text]) => ({
  value,
  label: text.charAt(0).toUpperCase() + text.slice(1),
}));

/** Pauses, resumes or cancels a subscription for a patient who asked for it. */
export function SubscriptionActions({ patientId, subscription }: { patientId: string; subscription: Subscription }) {
  const mayAct = useScopes().includes("orders");
  const [action, setAction] = useState<Action | null>(null);
  const [done, setDone] = useState("");
  if (!mayAct) return null;
  const possible = (["pause", "resume", "cancel"] as const).filter((each) => subscription.actions.includes(each));
  return (
    <div className={css["steps"]}>
      {possible.map((each) => (
        <RowAction
          key={each}
          label={actionTexts[each].label}
          name={`${actionTexts[each].label}: ${medicineName(subscription.item)}`}
          onClick={() => setAction(each)}
        />
      ))}
      <output className={css["quiet"]}>{done}</output>
      {action && (
        <AskedDialog
          action={action}
          patientId={patientId}
          subscription={subscription}
          onClose={() => setAction(null)}
          onDone={(message) => {
            setAction(null);
            setDone(message);
          }}
        />
      )}
    </div>
  );
}

function AskedDialog({
  action,
  patientId,
  subscription: { id, item, pauseuntil, pausegaps, cancelgap, warning },
  onClose,
  onDone,
}: {
  action: Action;
  patientId: string;
  subscription: Subscription;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const cache = useQueryClient();
  const today = dayIn(settings.brand.timezone, new Date(serverClock.now()));
  const [channel, setChannel] = useState("");
  const [on, setOn] = useState(today);
  const [note, setNote] = useState("");
  const [months, setMonths] = useState("1");
  const [knows, setKnows] = useState(false);
  const { send, sending, problem, fieldError } = useSend();

  function confirm() {
    const asked = { channel: channel as PatientAsked["channel"], on, note: note.trim() || undefined };
    const params = { id: patientId, subscriptionid: id };
    return send([asked, months, knows], async (key) => {
      const { message } =
        action === "pause"
          ? await call(care.pauseSubscription, { params, body: { asked, months: Number(months) } }, { key })
          : action === "cancel"
            ? await call(care.cancelSubscription, { params, body: { asked, despitewarning: knows } }, { key })
            : await call(care.resumeSubscription, { params, body: { asked } }, { key });
      void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
      onDone(message);
    });
  }

  const gap = action === "cancel" ? cancelgap : action === "pause" ? (pausegaps[Number(months) - 1] ?? null) : null;
  const shown = ["asked.channel", "asked.on", "asked.note"].some((path) => fieldError(path) !== undefined);
  return (
    <Modal
      wide
      title={`${actionTexts[action].label}: ${medicineName(item)}?`}
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
        {gap !== null && <Alert tone="warning">Please say this to the patient first: {gap}</Alert>}
        {warning !== null && action !== "resume" && (
          <Alert tone="warning" title="Please say this to the patient first">
            {warning}
          </Alert>
        )}
        {action === "cancel" && (warning !== null || (problem !== "" && !shown)) && (
          <Checkbox
            label="The patient knows, and wants to cancel it all the same"
            checked={knows}
            onChange={({ target }) => setKnows(target.checked)}
          />
        )}
        <Select
          label="How did the patient ask?"
          placeholder="Choose one"
          options={channels}
          value={channel}
          error={fieldError("asked.channel")}
          onChange={({ target }) => setChannel(target.value)}
        />
        <TextField
          label="On which day?"
          type="date"
          max={today}
          value={on}
          error={fieldError("asked.on")}
          onChange={({ target }) => setOn(target.value)}
        />
        {action === "pause" && (
          <Select
            label="Pause until"
            options={pauseuntil.map((day, index) => ({ value: String(index + 1), label: formatCalendarDay(day) }))}
            value={months}
            onChange={({ target }) => setMonths(target.value)}
          />
        )}
        <Textarea
          label="What was said"
          hint="Optional. For the practice."
          rows={2}
          maxLength={500}
          value={note}
          error={fieldError("asked.note")}
          onChange={({ target }) => setNote(target.value)}
        />
        {problem && !shown && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </Modal>
  );
}
