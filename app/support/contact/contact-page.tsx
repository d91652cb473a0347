import { useState } from "react";
import { useSession } from "#app/api/session/session.ts";
import { Heading } from "#app/ui/layout/heading.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import type { support } from "#contract/support.ts";
import { ContactCard } from "./contact-card.tsx";
import { ContactForm } from "./contact-form.tsx";
import { CrisisCard } from "../crisis-card.tsx";
import { MessageSent } from "../message-sent.tsx";
import css from "../support.module.css";

/** The form to write to the practice. */
export default function ContactUs() {
  const { record } = useSession();
  const [sent, setSent] = useState<Output<typeof support.contact> | null>(null);
  return (
    <div className={css["page"]}>
      <div className={css["main"]}>
        {sent === null ? (
          <>
            <Heading lead="A person reads every message and answers by email.">Write to us</Heading>
            <ContactForm owner={record?.id} email={record?.email} onSent={setSent} />
          </>
        ) : (
          <MessageSent sent={sent} email={record?.email} />
        )}
      </div>
      <div className={css["side"]}>
        <CrisisCard />
        <ContactCard writing />
      </div>
    </div>
  );
}
