import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import type { Referral } from "#contract/growth/referral.ts";
import { useDates } from "#app/formats/use-dates.ts";
import css from "./invited-friends.module.css";
import { ReferralCard } from "./referral-card.tsx";
import { useInvite } from "./use-invite.ts";

type Invitation = Referral["invitations"][number];

/** Whom the patient invited and when; nothing about what they did with it. Nothing before the first. */
export function InvitedFriends({ referral: { invitations, referralLink } }: { referral: Referral }) {
  if (invitations.length === 0) return null;
  return (
    <ReferralCard title="Friends you invited">
      <DividedList topLine>
        {invitations.map((invitation) => (
          <InvitedFriend key={invitation.email} invitation={invitation} referralLink={referralLink} />
        ))}
      </DividedList>
      <p className={css["muted"]}>Who joins stays private, so you won't see it here.</p>
    </ReferralCard>
  );
}

function InvitedFriend({ invitation, referralLink }: { invitation: Invitation; referralLink: string }) {
  const { formatDay } = useDates();
  const { email, sentat, again, againfrom } = invitation;
  const invite = useInvite(referralLink);
  const { mutate, isPending, error, isSuccess } = useMutation({ mutationFn: () => invite(email) });
  return (
    <Stack as="li" gap={1} align="start" className={css["row"]}>
      <p className={css["email"]}>{email}</p>
      <p className={css["muted"]}>Invited on {formatDay(sentat)}</p>
      {again && (
        <Button variant="secondary" busy={isPending} busyLabel="Sending" onClick={() => mutate()}>
          Send again<span className="visually-hidden"> to {email}</span>
        </Button>
      )}
      {!again && againfrom && <p className={css["muted"]}>You can send it again from {formatDay(againfrom)}.</p>}
      {isSuccess && <p ref={moveFocusTo}>We sent it again.</p>}
      {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
    </Stack>
  );
}
