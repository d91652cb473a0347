import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import css from "./composer.module.css";
import { EmergencyNumbers } from "#app/emergency/emergency-numbers.tsx";

/** Replaces the composer where the patient can read but not write: the reason, and what to do instead. Shows the unsent draft. */
export function ClosedConversation({
  conversation: { kind, closedreason },
  unsentText,
}: {
  conversation: Conversation;
  unsentText: string;
}) {
  return (
    <div className={css["closed"]}>
      <p>
        <EmergencyText>{closedreason ?? ""}</EmergencyText>
      </p>
      {unsentText && (
        <p dir="auto">
          <span>You had written: </span>
          <q>{unsentText}</q>
        </p>
      )}
      <Cluster>
        {kind === "patient_services" ? (
          <ButtonLink href="/messages/doctor">Go to your doctor's messages</ButtonLink>
        ) : (
          <ButtonLink href="/treatment">Go to your plan</ButtonLink>
        )}
        <ButtonLink href="/contact-us" variant="secondary">
          Contact us
        </ButtonLink>
      </Cluster>
      <EmergencyNumbers />
    </div>
  );
}
