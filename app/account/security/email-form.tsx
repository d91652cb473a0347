import { call } from "#app/api/call.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { account } from "#contract/account/calls.ts";

/** The email to confirm and the password. `onSent` gets the address the link went to. */
export function EmailForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  return (
    <Form
      schema={account.changeEmail.body}
      names={["email", "password"]}
      defaultValues={{ email, password: "" }}
      secrets={["password"]}
      onSubmit={async (body) => onSent((await call(account.changeEmail, { body })).pendingemail)}
    >
      {({ field, busy }) => (
        <>
          <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...field("email")} />
          <SecretField
            label="Your password"
            hint="So no one else can change your email."
            autoComplete="current-password"
            required
            {...field("password")}
          />
          <Button type="submit" busy={busy} busyLabel="Sending">
            Send the link
          </Button>
        </>
      )}
    </Form>
  );
}
