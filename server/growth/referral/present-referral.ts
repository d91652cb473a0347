import type { Referral } from "#contract/referral.ts";
import { dayIn } from "#contract/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { againFrom } from "./invitation-rules.ts";
import { referralLink } from "./link.ts";
import { type Invitation, invitationsOf, rewardsOf } from "./queries.ts";

type Parts = Pick<Services, "clock" | "config" | "content" | "secrets"> & { readonly db: Database };

/** Where a friend's address is sealed. */
export const addressOf = (invitationId: string): string => `referral_invitation.email_sealed:${invitationId}`;

/** Her link, her friends as she invited them, and the months of her rewards. */
export async function presentReferral(parts: Parts, patientId: string, code: string): Promise<Referral> {
  const { db, content } = parts;
  const { rewards } = content.referral;
  const [invitations, earned] = [await invitationsOf(db, patientId), await rewardsOf(db, patientId)];
  return {
    referralcode: code,
    referralLink: referralLink(parts, code),
    friendreward: rewards.friend.words,
    ownreward: rewards.own.words,
    invitations: invitations.map((invitation) => presentInvitation(parts, invitation)),
    rewardsearned: earned.length,
    rewards: earned.map(({ given_at }) => ({ month: dayIn(content.brand.timezone, given_at).slice(0, 7) })),
  };
}

function presentInvitation({ clock, content, secrets }: Parts, { id, email_sealed, mails, mailed_at }: Invitation) {
  const from = againFrom({ mails, mailedAt: mailed_at }, content.referral.invitations);
  return {
    email: secrets.open<string>(email_sealed, addressOf(id)),
    sentat: mailed_at.toISOString(),
    againfrom: from?.toISOString() ?? null,
    again: from !== null && from <= clock.now(),
  };
}
