import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { SuccessIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { FoldedCard } from "#app/ui/layout/folded-card.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { growth } from "#contract/growth/calls.ts";
import css from "./invite-card.module.css";
import { useInvite } from "./use-invite.ts";

/** An email address to which we send the referral link in the patient's name. */
export function InviteCard({ referralLink }: { referralLink: string }) {
  const invite = useInvite(referralLink);
  const [sent, setSent] = useState<readonly string[]>([]);
  const lastEmail = sent.at(-1);
  return (
    <FoldedCard title="Or have us send it">
      <p className={css["muted"]}>
        We'll send one short email with your first name and your link. It says nothing about your health.
      </p>
      {lastEmail && (
        <p key={sent.length} ref={moveFocusTo} className={css["sent"]}>
          <SuccessIcon />
          <span>Your invitation to {lastEmail} is on its way.</span>
        </p>
      )}
      <Form
        key={sent.length}
        schema={growth.inviteFriend.body}
        names={["email"]}
        defaultValues={{ referralLink, email: "" }}
        onSubmit={async ({ email }) => {
          await invite(email);
          setSent([...sent, email]);
        }}
      >
        {({ field, busy }) => (
          <Stack className={css["fields"]}>
            <TextField
              label="Your friend’s email"
              type="email"
              inputMode="email"
              autoComplete="off"
              required
              {...field("email")}
            />
            <Button type="submit" variant="secondary" busy={busy} busyLabel="Sending">
              {lastEmail ? "Send another invitation" : "Send invitation"}
            </Button>
          </Stack>
        )}
      </Form>
    </FoldedCard>
  );
}
