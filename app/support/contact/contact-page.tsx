import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import { Heading } from "#app/ui/layout/heading.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import type { support } from "#contract/support.ts";
import { ContactCard } from "./contact-card.tsx";
import { ContactForm } from "./contact-form.tsx";
import { CrisisCard } from "#app/emergency/crisis-card.tsx";
import css from "../support.module.css";
import { Link } from "#app/ui/actions/link.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { moveFocusToTop } from "#app/ui/focus.ts";

/** The form to write to the practice. */
export default function ContactUs() {
  const { record } = useSession();
  const [sent, setSent] = useState<Output<typeof support.contact> | null>(null);
  return (
    <div className={css["page"]}>
      <Stack gap={6}>
        {sent === null ? (
          <>
            <Heading lead="A person reads every message and answers by email.">Contact us</Heading>
            <ContactForm patientId={record?.id} email={record?.email} onSent={setSent} />
            <p>
              Has someone in our care died? <Link href="/report-a-death">Please tell us here</Link>, and we'll stop
              everything right away.
            </p>
          </>
        ) : (
          <MessageSent sent={sent} email={record?.email} />
        )}
      </Stack>
      <div className={css["side"]}>
        <CrisisCard />
        <ContactCard writing />
      </div>
    </div>
  );
}

/** Confirms that the message was sent, and says what happens next. */
function MessageSent({
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
        title="We got your message"
        action={<ButtonLink href="/home">Back home</ButtonLink>}
      >
        {email ? `We'll answer at ${email}.` : "We'll answer by email."} Your reference is{" "}
        <strong className={css["reference"]}>{reference}</strong>.
      </EmptyState>
    </div>
  );
}
