import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#app/api/call.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import { support } from "#contract/support.ts";
import css from "./contact-form.module.css";
import type * as z from "zod/mini";

type Topic = z.output<(typeof support)["contact"]["body"]>["topic"];

const labels: Readonly<Record<Topic, string>> = {
  account: "My account",
  billing: "Payment or a bill",
  shipping: "Shipping or an order",
  treatment: "My plan",
  technical: "Something doesn't work",
  death: "Someone has died",
  other: "Something else",
};

/** The topics of a message to choose from. A death has a page of its own, which asks who it was. */
const topics = Object.entries(labels)
  .filter(([value]) => value !== "death")
  .map(([value, label]) => ({ value, label }));

/** Topic and message; `patientId` names the draft, `email` is where the reply goes. */
export function ContactForm({
  patientId,
  email,
  onSent,
}: {
  patientId: string | undefined;
  email: string | undefined;
  onSent: (sent: Output<typeof support.contact>) => void;
}) {
  const keyed = useKeyedRequests();
  return (
    <Form
      schema={support.contact.body}
      names={["topic", "message"]}
      defaultValues={{ message: "" }}
      draft={patientId && `contact ${patientId}`}
      onSubmit={async (body) => {
        onSent(await keyed(body, (key) => call(support.contact, { body }, { key })));
      }}
    >
      {({ field, busy }) => (
        <Stack className={css["fields"]}>
          <Select label="What's it about?" placeholder="Choose a topic" options={topics} required {...field("topic")} />
          <Textarea
            label="Your message"
            hint={email && `We'll answer at ${email}.`}
            rows={7}
            required
            {...field("message")}
          />
          <Button type="submit" busy={busy} busyLabel="Sending">
            Send message
          </Button>
        </Stack>
      )}
    </Form>
  );
}
