import { useId } from "react";
import type * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { Helpers } from "#contract/account/helpers.ts";
import css from "./helpers.module.css";

type Values = z.input<typeof account.inviteHelper.body>;

/** Invites somebody: who they are, what they may see, what the patient agrees to, and the patient's password. */
export function InviteHelper({
  helpers: { parts, authorization },
  onInvited,
}: {
  helpers: Helpers;
  onInvited: (answer: Helpers, name: string) => void;
}) {
  const partsId = useId();
  return (
    <Card as="section" gap={4} aria-labelledby="invite">
      <h2 id="invite" className={css["title"]}>
        Invite someone
      </h2>
      <Form<Values, z.output<typeof account.inviteHelper.body>>
        schema={account.inviteHelper.body}
        names={["firstname", "lastname", "email", "parts", "password"]}
        defaultValues={{
          ...{ firstname: "", lastname: "", email: "", password: "" },
          ...{ parts: [], authorization: authorization.version },
        }}
        secrets={["password"]}
        onSubmit={async (body) => onInvited(await call(account.inviteHelper, { body }), body.firstname)}
      >
        {({ form, field, error, busy }) => (
          <Stack gap={4}>
            <TextField label="Their first name" autoComplete="off" required {...field("firstname")} />
            <TextField label="Their last name" autoComplete="off" required {...field("lastname")} />
            <TextField
              label="Their email"
              hint="We'll send a link here. They choose a password of their own."
              type="email"
              inputMode="email"
              autoComplete="off"
              required
              {...field("email")}
            />
            <fieldset className={css["parts"]} aria-describedby={error("parts") ? partsId : undefined}>
              <legend>What they can see</legend>
              <Stack gap={3}>
                {parts.map(({ id, title, text }) => (
                  <Checkbox key={id} label={title} hint={text} value={id} {...form.register("parts")} />
                ))}
              </Stack>
              <FieldError id={partsId}>{error("parts")}</FieldError>
            </fieldset>
            <p className={css["quiet"]}>
              They can't order, pay, cancel, change your address, or see anything you didn't choose.
            </p>
            <div className={css["authorization"]}>
              <h3>What you agree to</h3>
              <p>{authorization.text}</p>
            </div>
            <SecretField
              label="Your password"
              hint="So no one else can invite someone for you."
              autoComplete="current-password"
              required
              {...field("password")}
            />
            <Button type="submit" busy={busy} busyLabel="Sending">
              I agree. Send the invitation
            </Button>
          </Stack>
        )}
      </Form>
    </Card>
  );
}
