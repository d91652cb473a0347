import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useScopes } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { AskedHow, AskedNote, practiceToday, type WrittenAsked } from "./asked-fields.tsx";
import css from "./record-page.module.css";

type Action = Exclude<PatientRequest["action"], "contact">;

export const actionTexts: Readonly<Record<Action, { readonly label: string; readonly done: string }>> = {
  pause: { label: "Pause", done: "Paused" },
  resume: { label: "End the pause", done: "Pause ended" },
  cancel: { label: "Cancel", done: "Canceled" },
};

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
  const [written, setWritten] = useState<WrittenAsked>({ channel: "", on: practiceToday(), note: "" });
  const [months, setMonths] = useState("1");
  const [knows, setKnows] = useState(false);
  const { send, sending, problem, fieldError } = useSend();

  function confirm() {
    const { channel, on, note } = written;
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

  const asking = {
    written,
    onWrite: (change: Partial<WrittenAsked>) => setWritten((before) => ({ ...before, ...change })),
    fieldError,
  };
  const gap = action === "cancel" ? cancelgap : action === "pause" ? (pausegaps[Number(months) - 1] ?? null) : null;
  const toSay = [action === "resume" ? null : warning, gap].filter((text) => text !== null);
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
        {toSay.length > 0 && (
          <Alert tone="warning" title="Please say this to the patient first">
            {toSay.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Alert>
        )}
        {action === "cancel" && (warning !== null || (problem !== "" && !shown)) && (
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
            options={pauseuntil.map((day, index) => ({ value: String(index + 1), label: formatCalendarDay(day) }))}
            value={months}
            onChange={({ target }) => setMonths(target.value)}
          />
        )}
        <AskedNote {...asking} />
        {problem && !shown && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </Modal>
  );
}
