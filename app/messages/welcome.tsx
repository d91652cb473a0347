import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import css from "./log/message-log.module.css";

/** Shown in place of messages before the first one. */
export function EmptyConversation({ conversation: { kind, title, open } }: { conversation: Conversation }) {
  return (
    <EmptyState
      className={css["welcome"]}
      illustration={<EnvelopeFlower />}
      title={
        <>
          Write to <bdi>{title}</bdi>
        </>
      }
    >
      {!open
        ? "Nothing was written here."
        : kind === "doctor"
          ? "Ask anything about your plan or how you feel. You can add photos too."
          : "Ask about your order, a payment or this app. For how you feel, write to your doctor."}
    </EmptyState>
  );
}
