import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

const texts = {
  doctor: {
    button: "Hand to patient services",
    title: "Patient services will answer this one",
    detail:
      "What waits here moves to the patient’s chat with patient services, with its wait. They read your note and not this conversation. The patient reads only who will answer.",
  },
  patient_services: {
    button: "Hand to the doctor",
    title: "The doctor’s side will answer this one",
    detail:
      "What waits here moves to the patient’s conversation with the doctor, with its wait. The patient reads only who will answer.",
  },
} as const;

/** Hands what waits here to the patient’s other conversation, with a short note for whoever answers it. */
export function HandOver({
  conversation,
  shownSeq,
  onDone,
}: {
  conversation: ClinicConversation;
  /** The last message that was read. */
  shownSeq: number;
  onDone: () => void;
}) {
  const { id, kind } = conversation;
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const act = useAct<Input<typeof care.handOverConversation>["body"]>({ asSent: true, onFailure: readAgain });
  const isUnknown = act.pending !== null;
  const { button, title, detail } = texts[kind];
  function readAgain() {
    void cache.invalidateQueries({ queryKey: queryKey(care.conversation) });
    void cache.invalidateQueries({ queryKey: ["inbox"] });
  }
  const send = () =>
    act.send(
      { note: note.trim(), seq: shownSeq },
      (body, key) => call(care.handOverConversation, { params: { id }, body }, { key }),
      (changed) => {
        cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
        setNote("");
        setAsking(false);
        onDone();
        readAgain();
      },
    );
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {button}
      </Button>
      {asking && (
        <Modal
          title={title}
          description={detail}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button
                busy={act.sending}
                busyLabel="Please wait"
                disabled={note.trim() === ""}
                onClick={() => void send()}
              >
                {isUnknown ? "Ask again" : "Hand over"}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </>
          }
        >
          <Stack gap={4}>
            {act.failure?.kind === "claimed" ? (
              <Alert tone="warning">{act.message} Take over first.</Alert>
            ) : (
              <FailureNotice act={act} again="Ask again: it can’t happen twice." fields={[]} />
            )}
            <CountedTextarea
              label="Note for your colleagues"
              hint="Both sides read it, the patient doesn’t. Leave out anything about health."
              rows={3}
              limit={500}
              value={note}
              readOnly={act.sending || isUnknown}
              onChange={({ target }) => setNote(target.value)}
            />
          </Stack>
        </Modal>
      )}
    </div>
  );
}
