import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#clinic/api/query.ts";
import { care } from "#contract/care/calls.ts";
import type { TeachingMaterial } from "#contract/care/conversations.ts";
import css from "./conversation-page.module.css";

/**
 * Answers given often, as the server filled them in for this patient, and what can be sent along to read. Choosing one writes it, or puts it with the answer;
 * nothing is sent by that.
 */
export function CannedReplies({
  id,
  onReply,
  onArticle,
}: {
  id: string;
  onReply: (text: string) => void;
  onArticle: (article: TeachingMaterial) => void;
}) {
  const replies = useQuery({ ...queryOf(care.cannedReplies, { params: { id } }), staleTime: 300_000 });
  if (!replies.data) return null;
  const { items, articles } = replies.data;
  return (
    <>
      {items.length > 0 && (
        <ul className={css["replies"]} aria-label="Answers given often">
          {items.map((reply, index) => (
            <li key={reply.id}>
              <button type="button" data-reply title={reply.text} onClick={() => onReply(reply.text)}>
                {reply.title} {index === 0 && <kbd aria-hidden="true">c</kbd>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {articles.length > 0 && <ToRead articles={articles} onArticle={onArticle} />}
    </>
  );
}

const groups = [
  { label: "Leaflets", leaflet: true },
  { label: "Help center", leaflet: false },
];

/** A list to choose from by its first letters. */
function ToRead({
  articles,
  onArticle,
}: {
  articles: readonly TeachingMaterial[];
  onArticle: (article: TeachingMaterial) => void;
}) {
  return (
    <label className={css["material"]}>
      <span>
        Send to read <kbd aria-hidden="true">h</kbd>
      </span>
      <select
        data-material
        value=""
        onChange={({ target }) => {
          const chosen = articles.find((article) => article.id === target.value);
          if (chosen) onArticle(chosen);
        }}
      >
        <option value="">Choose</option>
        {groups.map(({ label, leaflet }) => (
          <optgroup key={label} label={label}>
            {articles
              .filter((article) => article.leaflet === leaflet)
              .map((article) => (
                <option key={article.id} value={article.id}>
                  {article.title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
