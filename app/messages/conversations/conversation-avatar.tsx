import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import { LeafIcon } from "#app/ui/brand/app-icons.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import css from "./conversation-avatar.module.css";
import { useMembers } from "../thread/queries.ts";

/** The avatar of a conversation: the doctor's picture, or a leaf for patient services. Decorative: the name is shown beside it. */
export function ConversationAvatar({
  conversation: { id, kind },
}: {
  conversation: Pick<Conversation, "id" | "kind">;
}) {
  const { data } = useMembers(id);
  return <Portrait kind={kind} url={data?.items.find(({ profileUrl }) => profileUrl)?.profileUrl} />;
}

/** The same without a picture, as before the conversation is known. */
export function Portrait({ kind, url }: Pick<Conversation, "kind"> & { url?: string | null | undefined }) {
  return (
    <span className={css["portrait"]} aria-hidden="true">
      {url ? <img src={url} alt="" /> : kind === "doctor" ? <UserIcon /> : <LeafIcon />}
    </span>
  );
}
