import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import { createHandOver } from "./send-hand-over.ts";

const words = {
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
  const [handOver] = useState(() => createHandOver(call, id, randomUuid));
  const { phase, problem } = useSyncExternalStore(handOver.subscribe, handOver.get, handOver.get);
  const { button, title, detail } = words[kind];
  async function send() {
    const changed = await handOver.send({ note: note.trim(), seq: shownSeq });
    if (changed) {
      cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, changed);
      setNote("");
      setAsking(false);
      onDone();
    }
    void cache.invalidateQueries({ queryKey: queryKey(care.conversation) });
    void cache.invalidateQueries({ queryKey: ["inbox"] });
  }
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
                busy={phase === "sending"}
                busyLabel="Please wait"
                disabled={note.trim() === ""}
                onClick={() => void send()}
              >
                {phase === "unsure" ? "Ask again" : "Hand over"}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </>
          }
        >
          <Stack gap={4}>
            {phase === "unsure" && <NoAnswer>Ask again: it can’t happen twice.</NoAnswer>}
            {problem && <Alert tone="warning">{problem}</Alert>}
            <Textarea
              label="Note for your colleagues"
              hint="Both sides read it, the patient doesn’t. Leave out anything about health."
              rows={3}
              maxLength={500}
              value={note}
              readOnly={phase !== "ready"}
              onChange={({ target }) => setNote(target.value)}
            />
          </Stack>
        </Modal>
      )}
    </div>
  );
}
