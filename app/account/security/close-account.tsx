import { Cluster } from "#app/ui/layout/cluster.tsx";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { ApiError, isApiError } from "#app/api/api-error.ts";
import { stopLive } from "#app/api/live/event-hub.ts";
import { startLive } from "#app/api/live.ts";
import { settings } from "#app/settings.ts";
import { leaveAfterClosing } from "#app/sign-out/sign-out.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import css from "./close-account.module.css";
import { SettingsPage } from "../settings/settings-page.tsx";

const PasswordConfirmation = z.object({
  password: z
    .string("Please enter your password.")
    .check(z.minLength(1, "Please enter your password."), z.maxLength(200)),
});
type Values = z.input<typeof PasswordConfirmation>;

/** Closes the account: what ends, what the practice keeps and why, and the password again. */
export default function CloseAccount() {
  return (
    <SettingsPage title="Close your account" lead="It takes effect right away. You don’t need a reason.">
      <Stack gap={6}>
        <Card as="section" aria-labelledby="ends" gap={3} className={css["part"]}>
          <h2 id="ends">What ends</h2>
          <ul>
            <li>Your subscriptions and everything that was planned. You won’t be charged again.</li>
            <li>Any visit or order your doctor hasn’t decided on. If we have a hold on your card, we’ll release it.</li>
            <li>Orders you’ve paid for that haven’t shipped yet. We’ll refund your card.</li>
            <li>Your messages, reminders and offers. You’ll be logged out on every device.</li>
          </ul>
          <p>Anything that has already shipped will still arrive.</p>
        </Card>
        <Card as="section" aria-labelledby="keeps" gap={3} className={css["part"]}>
          <h2 id="keeps">What we keep, and why</h2>
          <p>
            The law requires a medical practice to keep your health and payment records for some years. No one uses them
            for anything else. You can ask for a copy before or after you close your account: email{" "}
            <Link href={`mailto:${settings.brand.supportemail}`}>{settings.brand.supportemail}</Link>.
          </p>
          <p>You can download your receipts and records now, while you’re logged in.</p>
        </Card>
        <Card as="section" aria-labelledby="before" gap={3} className={css["part"]}>
          <h2 id="before">Before you go</h2>
          <p>
            Do you take a hormone? <Link href="/messages/doctor">Ask your doctor</Link> how to stop it safely. If you
            only want to end your deliveries, you can <Link href="/treatment">cancel or pause</Link> and keep your
            account.
          </p>
        </Card>
        <Form<Values, Values>
          schema={PasswordConfirmation}
          names={["password"]}
          defaultValues={{ password: "" }}
          onSubmit={async ({ password }) => {
            // The sessions end before the response arrives: an open connection would take that for an expired one.
            stopLive();
            await call(account.closeAccount, { body: { password } }).catch((failure: unknown) => {
              startLive();
              toPasswordError(failure);
            });
            await leaveAfterClosing();
          }}
        >
          {({ field, busy }) => (
            <Stack gap={6}>
              <SecretField
                label="Your password, to confirm"
                autoComplete="current-password"
                required
                {...field("password")}
              />
              <Cluster gap={4}>
                <Button type="submit" variant="danger" busy={busy} busyLabel="Closing your account">
                  Close my account
                </Button>
                <Link href="/account-settings" standalone>
                  Keep my account
                </Link>
              </Cluster>
            </Stack>
          )}
        </Form>
      </Stack>
    </SettingsPage>
  );
}

function toPasswordError(failure: unknown): never {
  if (!isApiError(failure) || failure.code !== "wrong_credentials") throw failure;
  const { status, code } = failure;
  const message = "That isn't your password.";
  throw new ApiError(message, { status, code, details: { fields: [{ path: "password", message }] } });
}
