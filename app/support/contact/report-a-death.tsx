import { useState } from "react";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { Form } from "#app/forms/form.tsx";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { moveFocusToTop } from "#app/ui/focus.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import css from "./report-a-death.module.css";
import { Day, multiLine, NewEmail, optionalText, singleLine } from "#contract/fields/fields.ts";
import { support } from "#contract/support.ts";

const Report = z.object({
  name: singleLine(120, "Please enter your name."),
  email: NewEmail,
  relation: singleLine(120, "Please tell us who you are to them."),
  theiremail: NewEmail,
  birthday: Day,
  diedon: optionalText(Day),
  message: multiLine(4000, "Please tell us their name, and what happened."),
});
type Values = z.input<typeof Report>;

/** For anybody, signed in or not: says that somebody in the practice's care died. What is right of it stops everything at once. */
export default function ReportADeath() {
  const [reference, setReference] = useState<string | null>(null);
  return (
    <StandalonePage home="/login">
      <OfflineNotice />
      {reference === null ? <ReportForm onSent={setReference} /> : <Sent reference={reference} />}
    </StandalonePage>
  );
}

function ReportForm({ onSent }: { onSent: (reference: string) => void }) {
  const keyed = useKeyedRequests();
  return (
    <Stack gap={6} className={css["form"]}>
      <Heading lead="We're sorry for your loss. Tell us who it was, and we'll stop orders, charges and emails right away.">
        Someone has died
      </Heading>
      <Form<Values, z.output<typeof Report>>
        schema={Report}
        names={["name", "email", "relation", "theiremail", "birthday", "diedon", "message"]}
        defaultValues={{ name: "", email: "", relation: "", theiremail: "", birthday: "", diedon: "", message: "" }}
        onSubmit={async ({ name, email, message, theiremail, birthday, diedon, relation }) => {
          const deceased = { email: theiremail, birthday, relation, ...(diedon !== undefined && { diedon }) };
          const body = { topic: "death" as const, name, email, message, deceased };
          const { reference } = await keyed(body, (key) => call(support.contact, { body }, { key }));
          onSent(reference);
        }}
      >
        {({ field, busy }) => (
          <Stack gap={4}>
            <TextField label="Your name" autoComplete="name" required {...field("name")} />
            <TextField
              label="Your email"
              hint="We'll answer here."
              type="email"
              autoComplete="email"
              required
              {...field("email")}
            />
            <TextField
              label="Who you are to them"
              hint="For example: daughter, husband, friend."
              required
              {...field("relation")}
            />
            <TextField
              label="Their email with us"
              hint="It's on any email they got from us."
              type="email"
              autoComplete="off"
              required
              {...field("theiremail")}
            />
            <TextField label="Their date of birth" type="date" required {...field("birthday")} />
            <TextField label="The day they died (if you know it)" type="date" {...field("diedon")} />
            <Textarea label="Their name, and anything we should know" rows={4} required {...field("message")} />
            <Button type="submit" busy={busy} busyLabel="Sending">
              Tell us
            </Button>
            <p>
              If you don't know their email or date of birth, please call us at{" "}
              <Link href={`tel:+1-${settings.brand.supportphone}`}>{settings.brand.supportphone}</Link>.
            </p>
          </Stack>
        )}
      </Form>
    </Stack>
  );
}

const Sent = ({ reference }: { reference: string }) => (
  <div ref={moveFocusToTop} tabIndex={-1}>
    <EmptyState level={1} illustration={<EnvelopeFlower />} title="Thank you for telling us">
      We'll stop everything for the person you named, and a person from our team will write to you. Your reference is{" "}
      <strong>{reference}</strong>. If an email or a package still comes, please call us at{" "}
      {settings.brand.supportphone}.
    </EmptyState>
  </div>
);
