import { useState } from "react";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { call } from "#clinic/api/call.ts";
import { refusalAt } from "#clinic/api/refusal.ts";
import { useMember } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Section } from "#clinic/ui/page.tsx";
import { staffLimits } from "#contract/staff/constants.ts";
import { staffFactorCalls } from "#contract/staff/factors.ts";
import type { FactorChanges } from "./factor-changes.ts";

export function PasswordSection({ changes }: { changes: FactorChanges }) {
  const { email } = useMember();
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Password"
      actions={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Change it
        </Button>
      }
    >
      <p>A new password ends your sessions on other computers.</p>
      {open && (
        <Modal title="Change your password" onClose={() => setOpen(false)}>
          <Form
            schema={staffFactorCalls.changePassword.body}
            names={["password"]}
            defaultValues={{ password: "" }}
            onSubmit={async (body) => {
              try {
                changes.changed(await call(staffFactorCalls.changePassword, { body }), "Your password was changed.");
                setOpen(false);
              } catch (error) {
                throw refusalAt(error, { common_password: "password" });
              }
            }}
          >
            {({ field, busy }) => (
              <>
                <input type="text" autoComplete="username" value={email} readOnly hidden />
                <SecretField
                  label="New password"
                  hint={`At least ${staffLimits.passwordMin} characters. Several words are easier to remember.`}
                  autoComplete="new-password"
                  {...field("password")}
                />
                <Button type="submit" busy={busy} busyLabel="Saving">
                  Change the password
                </Button>
              </>
            )}
          </Form>
        </Modal>
      )}
    </Section>
  );
}
