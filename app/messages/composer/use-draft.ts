import { useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messageDraftName, messageDrafts } from "../outbox/message-drafts.ts";

function savedText(name: string): string {
  const text = messageDrafts.get(name)?.["text"];
  return typeof text === "string" ? text : "";
}

/** The text written to a conversation and not yet sent. */
export function useDraft(conversationId: string): readonly [string, (text: string) => void] {
  const { token } = useSession();
  const name = messageDraftName(tokenPatientId(token), conversationId);
  const [text, setText] = useState(() => savedText(name));
  return [
    text,
    (next) => {
      setText(next);
      if (next) messageDrafts.save(name, { text: next });
      else messageDrafts.remove(name);
    },
  ];
}
