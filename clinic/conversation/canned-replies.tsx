import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#clinic/api/query.ts";
import { care } from "#contract/care/calls.ts";
import css from "./conversation-page.module.css";

/** Answers given often, as the server filled them in for this patient. Choosing one writes it; nothing is sent by that. */
export function CannedReplies({ id, onReply }: { id: string; onReply: (text: string) => void }) {
  const replies = useQuery({ ...queryOf(care.cannedReplies, { params: { id } }), staleTime: 300_000 });
  if (!replies.data || replies.data.items.length === 0) return null;
  return (
    <ul className={css["replies"]} aria-label="Answers given often">
      {replies.data.items.map((reply, index) => (
        <li key={reply.id}>
          <button type="button" data-reply title={reply.text} onClick={() => onReply(reply.text)}>
            {reply.title} {index === 0 && <kbd aria-hidden="true">c</kbd>}
          </button>
        </li>
      ))}
    </ul>
  );
}
