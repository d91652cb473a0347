import { dayIn } from "#contract/fields/formats.ts";
import type { Referral } from "#contract/growth/referral.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { resendableFrom } from "./invitation-rules.ts";
import { referralLink } from "./referral-link.ts";
import { type Invitation, findInvitations, findGrantedRewards } from "./referral-queries.ts";

type Deps = Pick<Services, "clock" | "config" | "content" | "secrets"> & { readonly db: Database };

/** The seal context of a friend's address. */
export const invitationEmailSealContext = sealed("referral_invitation.email_sealed");

/** The patient's link, invited friends, and the months of their rewards. */
export async function presentReferral(services: Deps, patientId: string, code: string): Promise<Referral> {
  const { db, content } = services;
  const { rewards } = content.referral;
  const [invitations, grantedRewards] = [await findInvitations(db, patientId), await findGrantedRewards(db, patientId)];
  return {
    referralcode: code,
    referralLink: referralLink(services, code),
    friendreward: rewards.friend.words,
    ownreward: rewards.own.words,
    invitations: invitations.map((invitation) => presentInvitation(services, invitation)),
    rewardsearned: grantedRewards.length,
    rewards: grantedRewards.map(({ granted_at }) => ({ month: dayIn(content.brand.timezone, granted_at).slice(0, 7) })),
  };
}

function presentInvitation({ clock, content, secrets }: Deps, { id, email_sealed, mails, mailed_at }: Invitation) {
  const resendFrom = resendableFrom({ mails, mailedAt: mailed_at }, content.referral.invitations);
  return {
    email: secrets.open<string>(email_sealed, invitationEmailSealContext(id)),
    sentat: mailed_at.toISOString(),
    againfrom: resendFrom?.toISOString() ?? null,
    again: resendFrom !== null && resendFrom <= clock.now(),
  };
}
