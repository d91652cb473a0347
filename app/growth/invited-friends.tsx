import { useMutation } from "@tanstack/react-query";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { readNext } from "#app/ui/read-next.ts";
import type { Referral } from "#contract/growth.ts";
import type * as z from "zod/mini";
import { dayOf } from "#app/treatment/dates.ts";
import css from "./invited-friends.module.css";
import { useInvite } from "./use-invite.ts";

type Everything = z.output<typeof Referral>;
type Invitation = Everything["invitations"][number];

/** Whom she invited and when; nothing about what they did with it. */
export function InvitedFriends({ referral: { invitations, referralLink } }: { referral: Everything }) {
  return (
    <Card as="section" className={css["card"]} aria-labelledby="friends">
      <h2 id="friends" className={css["title"]}>
        Friends you invited
      </h2>
      {invitations.length === 0 ? (
        <p className={css["muted"]}>Nobody by mail yet. You will see here whom you invited, and when.</p>
      ) : (
        <>
          <ul className={css["list"]}>
            {invitations.map((invitation) => (
              <Friend key={invitation.email} invitation={invitation} referralLink={referralLink} />
            ))}
          </ul>
          <p className={css["muted"]}>Who joins us stays private, so you do not see it here.</p>
        </>
      )}
    </Card>
  );
}

function Friend({ invitation, referralLink }: { invitation: Invitation; referralLink: string }) {
  const { email, sentat, again, againfrom } = invitation;
  const invite = useInvite(referralLink);
  const { mutate, isPending, error, isSuccess } = useMutation({ mutationFn: () => invite(email) });
  return (
    <li className={css["row"]}>
      <p className={css["email"]}>{email}</p>
      <p className={css["muted"]}>Invited on {dayOf(sentat)}</p>
      {again && (
        <Button variant="secondary" busy={isPending} busyLabel="Sending" onClick={() => mutate()}>
          Send again<span className="visually-hidden"> to {email}</span>
        </Button>
      )}
      {!again && againfrom && <p className={css["muted"]}>You can send it again from {dayOf(againfrom)}.</p>}
      {isSuccess && <p ref={readNext}>We sent it again.</p>}
      {error && <Alert kind="warning">{shownText(error)}</Alert>}
    </li>
  );
}
