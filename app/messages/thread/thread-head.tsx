import { Cluster } from "#app/ui/layout/cluster.tsx";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import css from "./thread-page.module.css";
import { messagesPath } from "../queries.ts";
import { ConversationAvatar, Portrait } from "../conversation-avatar.tsx";

/** Who the conversation is with; `back` leads to the other conversations. */
export function ThreadHead({
  kind,
  conversation,
  back,
}: {
  kind: Conversation["kind"];
  conversation: Conversation | undefined;
  back: boolean;
}) {
  return (
    <Cluster as="header" className={css["head"]}>
      {back && (
        <a href={messagesPath} className={css["back"]} aria-label="All conversations">
          <ArrowLeftIcon />
        </a>
      )}
      {conversation ? <ConversationAvatar conversation={conversation} /> : <Portrait kind={kind} />}
      <div className={css["headText"]}>
        <h1 className={css["title"]}>
          <bdi>{conversation?.title ?? (kind === "doctor" ? "Your doctor" : "Patient services")}</bdi>
        </h1>
        <p className={css["sub"]}>
          {kind === "doctor" ? "Usually answers in 1 business day" : "Orders, payments and the app"}
        </p>
      </div>
    </Cluster>
  );
}
