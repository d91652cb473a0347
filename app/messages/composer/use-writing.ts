import { useRef, useState } from "react";
import type { Conversation } from "#contract/messages/calls.ts";
import { type OutgoingMessage, withoutArrived } from "../outbox/outgoing-message.ts";
import { useOutbox } from "../outbox/patient-outbox.ts";
import { useChosenFiles } from "./use-chosen-files.ts";
import { useConversationEmergency } from "../outbox/use-conversation-emergency.ts";
import { useDraft } from "./use-draft.ts";

/**
 * What the patient writes to a conversation: the draft with its files, what is on its way, and the emergency any of it describes. `arrived`:
 * the messages known to have reached the server.
 */
export function useWriting(
  conversation: Pick<Conversation, "id" | "emergency">,
  arrived: readonly { readonly clientid: string | null }[],
) {
  const { id } = conversation;
  const { entries, outbox } = useOutbox();
  const outgoing = withoutArrived(entries, arrived).filter((each) => each.conversationid === id);
  const [text, setText] = useDraft(id);
  const files = useChosenFiles();
  const field = useRef<HTMLTextAreaElement>(null);
  const [refusalReason, setRefusalReason] = useState<string | null>(null);
  const { emergency, dismiss } = useConversationEmergency(conversation, outgoing);
  const changeText = (next: string) => {
    setText(next);
    setRefusalReason(null);
  };
  return {
    outbox,
    outgoing,
    draft: [text, changeText] as const,
    files,
    field,
    /** Why the message put back into the composer could not be sent. */
    refusalReason,
    emergency,
    dismiss,
    returnToComposer: (entry: OutgoingMessage) => {
      setText(text ? `${entry.text}\n\n${text}` : entry.text);
      setRefusalReason(entry.reason);
      outbox.remove(entry.clientid);
      field.current?.focus();
    },
  };
}
