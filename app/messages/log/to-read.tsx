import { Link } from "#app/ui/actions/link.tsx";
import type { MessageArticle } from "#contract/messages/message.ts";
import css from "./to-read.module.css";

/** What goes with a message to read. Its title stays where it isn't in the help center any more. */
export function ToRead({ article: { title, href } }: { article: MessageArticle }) {
  return (
    <p className={css["toRead"]}>
      <span className={css["small"]}>To read</span>
      {href === null ? title : <Link href={href}>{title}</Link>}
      {href === null && <span className={css["small"]}>This isn’t in our help center anymore.</span>}
    </p>
  );
}
