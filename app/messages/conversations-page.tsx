import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { Redirect } from "#app/router/redirect.tsx";
import { EmergencyNumbers } from "#app/emergency/emergency-numbers.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ConversationList } from "./conversations/conversation-list.tsx";
import css from "./conversations-page.module.css";
import { useConversations, conversationPath } from "./thread/queries.ts";
import { useLiveMessages } from "./thread/use-live-messages.ts";

/** All conversations of the patient; where their state has only the doctor's, that one (spec §2.1, §6). */
export default function ConversationsPage() {
  const live = useLiveMessages();
  const { data, error, isFetching, refetch } = useConversations(live);
  if (data && !data.items.some(({ kind }) => kind === "patient_services"))
    return <Redirect to={conversationPath("doctor")} />;
  return (
    <div className={css["page"]}>
      <Stack gap={6}>
        <Heading lead="Write whenever you like. Most answers come within one business day.">Messages</Heading>
        {data ? (
          <ConversationList conversations={data.items} />
        ) : error ? (
          <ErrorState busy={isFetching} onRetry={() => void refetch()}>
            {errorMessage(error)}
          </ErrorState>
        ) : (
          <Skeleton shape="row" count={2} label="Loading your conversations" />
        )}
        {data && !data.items.some(({ kind }) => kind === "doctor") && (
          <p className={css["muted"]}>Your doctor will appear here as soon as one has your visit.</p>
        )}
        <EmergencyNumbers />
      </Stack>
      <div className={css["picture"]}>
        <EnvelopeFlower />
      </div>
    </div>
  );
}
