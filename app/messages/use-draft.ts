import { useState } from "react";
import { useSession } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { draftName, messageDrafts } from "./message-drafts.ts";

function keptText(name: string): string {
  const text = messageDrafts.get(name)?.["text"];
  return typeof text === "string" ? text : "";
}

/** What she has written to a conversation and not yet sent. */
export function useDraft(conversationId: string): readonly [string, (text: string) => void] {
  const { token } = useSession();
  const name = draftName(patientOf(token), conversationId);
  const [text, setText] = useState(() => keptText(name));
  return [
    text,
    (next) => {
      setText(next);
      if (next) messageDrafts.put(name, { text: next });
      else messageDrafts.drop(name);
    },
  ];
}
