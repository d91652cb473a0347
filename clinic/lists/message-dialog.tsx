import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { conversationNeeds } from "#contract/care/conversations.ts";
import { listCalls, type ListFilters } from "#contract/care/lists.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import type { ListHead } from "./actions-for-all.tsx";
import { actionText, reachedOf, recipientsText } from "./list-form.ts";

type Kind = "doctor" | "patient_services";
const kinds = [
  { value: "doctor", label: "With the doctor" },
  { value: "patient_services", label: "With patient services" },
] as const satisfies readonly { value: Kind; label: string }[];

/** The conversations in which somebody writes to everybody on a list. */
const writableKinds = (own: readonly Permission[]) =>
  kinds.filter(({ value }) => permits(own, conversationNeeds("write", value)));

/** One message to everybody on a list: how many get it is said before, and once more on the button. */
export function MessageDialog({
  filters,
  head,
  onDone,
  onClose,
}: DialogProps & { filters: ListFilters; head: ListHead }) {
  const cache = useQueryClient();
  const offered = writableKinds(usePermissions());
  const [kind, setKind] = useState<Kind>(offered[0]?.value ?? "doctor");
  const [message, setMessage] = useState("");
  const [needsReply, setNeedsReply] = useState(false);
  const act = useAct({ asSent: true });
  const { count, leftout } = head;
  const reached = reachedOf(count, leftout);
  const locked = act.isUnknown;
  async function submit(event: FormEvent) {
    event.preventDefault();
    const body = { filters, count, kind, message, ...(needsReply && { needsreply: true }) };
    await act.send(
      body,
      (sent, key) => call(listCalls.listMessage, { body: sent }, { key }),
      (action) => {
        void cache.invalidateQueries({ queryKey: queryKey(listCalls.listActions) });
        onDone(`Begun. ${actionText(action)}`);
      },
    );
  }
  return (
    <Modal title="Write to all on the list" description={recipientsText(count, leftout)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <Select
            label="Conversation"
            options={offered}
            value={kind}
            disabled={locked}
            onChange={({ target }) => setKind(target.value === "doctor" ? "doctor" : "patient_services")}
          />
          <CountedTextarea
            label="Message"
            hint="Everybody reads the same words. What they asked you before stays unanswered."
            rows={6}
            limit={5000}
            value={message}
            error={act.fieldError("message")}
            disabled={locked}
            onChange={({ target }) => setMessage(target.value)}
          />
          <Checkbox
            label="Wait for their answers"
            checked={needsReply}
            disabled={locked}
            onChange={({ target }) => setNeedsReply(target.checked)}
          />
          <FailureNotice act={act} again="Press again: each gets it once." fields={["message"]} />
          <FormActions
            label={`Send to ${reached} ${reached === 1 ? "patient" : "patients"}`}
            busy={act.sending}
            busyLabel="Sending"
            disabled={reached === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
