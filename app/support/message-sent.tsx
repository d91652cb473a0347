import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { EmergencyPanel } from "#app/ui/emergency-panel.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import type { support } from "#contract/support.ts";
import { moveFocusToTop } from "#app/ui/focus.ts";
import css from "./support.module.css";

/** Confirms that the message was sent, and says what happens next. */
export function MessageSent({
  sent: { reference, emergency },
  email,
}: {
  sent: Output<typeof support.contact>;
  email: string | undefined;
}) {
  return (
    <div ref={moveFocusToTop} tabIndex={-1}>
      {emergency && <EmergencyPanel emergency={emergency} />}
      <EmptyState
        level={1}
        illustration={<EnvelopeFlower />}
        title="Your message is with us"
        action={<ButtonLink href="/home">Back home</ButtonLink>}
      >
        {email ? `We answer at ${email}.` : "We answer by email."} Your reference is{" "}
        <strong className={css["reference"]}>{reference}</strong>.
      </EmptyState>
    </div>
  );
}
