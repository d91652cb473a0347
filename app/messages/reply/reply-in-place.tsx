import { useEffect } from "react";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { Composer } from "../composer/composer.tsx";
import { useWriting } from "../composer/use-writing.ts";
import { OutgoingMessages } from "../log/outgoing-messages.tsx";
import { markRead } from "../thread/queries.ts";
import css from "./reply-in-place.module.css";

/** The composer of the conversation under the doctor's latest message, with what is on its way; an emergency shows as in the conversation. */
export default function ReplyInPlace({
  thread: { conversationid: id, emergency: knownEmergency, latest },
  to,
  presses,
}: {
  thread: DoctorThread;
  to: string;
  /** How often the patient has asked to write here; 0 where it opened by itself. */
  presses: number;
}) {
  const { outgoing, draft, files, field, refusalReason, emergency, dismiss, returnToComposer } = useWriting(
    { id, emergency: knownEmergency },
    [],
  );
  useEffect(() => {
    if (presses > 0) field.current?.focus();
  }, [presses, field]);
  const readSeq = latest?.unread && presses > 0 ? latest.seq : null;
  // Whoever answers a message has read it.
  useEffect(() => {
    if (readSeq !== null) void markRead(id, readSeq).catch(() => null);
  }, [id, readSeq]);
  return (
    <Stack gap={3}>
      <OutgoingMessages outgoing={outgoing} onEdit={returnToComposer} />
      {emergency && <EmergencyPanel emergency={emergency} onDismiss={dismiss} />}
      <div className={css["composer"]}>
        <Composer conversationId={id} to={to} draft={draft} files={files} field={field} refusalReason={refusalReason} />
      </div>
    </Stack>
  );
}
