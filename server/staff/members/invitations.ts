import { staffLimits } from "#contract/staff/constants.ts";
import type { Invitation, StaffSession } from "#contract/staff/sessions.ts";
import { hashPassword, issueLink, linkDigests, liveLink, refuseCommonPassword } from "#server/auth/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { endInvitations, endStaffSessions, presentStaffSession, startStaffSession } from "../sessions/session.ts";
import { isProviderOnly, type StaffContext } from "../sessions/sign-in.ts";

type Kind = Invitation["kind"];
type MailDeps = Pick<Services, "db" | "clock" | "config" | "jobs" | "secrets">;

/** Makes the link by which somebody comes in for the first time, or anew; links sent to them before end. */
export async function makeInvitation(
  services: Pick<Services, "db" | "clock" | "config" | "secrets">,
  memberId: string,
  kind: Kind,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  await endInvitations(services, memberId);
  const { secret, expiresAt } = await issueLink(
    services,
    `staff_${kind}`,
    memberId,
    staffLimits.invitationHours * 3600,
  );
  // Behind the #, so that no log of an address has it.
  return { link: `${services.config.publicUrl}/clinic/join#${secret}`, expiresAt };
}

/** Makes the link and mails it in the same transaction. */
export async function mailInvitation(
  services: MailDeps,
  member: { readonly id: string; readonly email: string; readonly name: string },
  kind: Kind,
): Promise<void> {
  const { link, expiresAt } = await makeInvitation(services, member.id, kind);
  const values = { name: member.name, link, hours: String(staffLimits.invitationHours) };
  await queueMail(services, {
    mail: kind === "invitation" ? "staff_invitation" : "staff_recovery",
    to: member.email,
    values,
    until: expiresAt,
  });
}

/** What a link is for. Refuses `link_expired` if it is unknown, replaced, too old, or its person has come in with it. */
export async function readInvitation(
  services: Pick<Services, "db" | "clock" | "secrets"> & Refuses<"link_expired">,
  token: string,
): Promise<Invitation> {
  const found = await findInvitation(services, linkDigests(services.secrets, token));
  if (!found) throw services.refuse("link_expired");
  const { purpose, name, email, expires_at } = found;
  return {
    kind: purpose === "staff_invitation" ? "invitation" : "recovery",
    name,
    email,
    expiresat: expires_at.toISOString(),
  };
}

/**
 * Takes the link: the password is set, and the session waits for a passkey or an authenticator app. The link works until one of those is set, so that
 * whoever is interrupted goes on with it; of two browsers the later one does, and the earlier one's session ends.
 */
export async function acceptInvitation(
  ctx: StaffContext & Refuses<"link_expired" | "common_password" | "forbidden">,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<StaffSession> {
  refuseCommonPassword(ctx, password);
  const digests = linkDigests(ctx.secrets, token);
  const named = await findInvitation(ctx, digests);
  if (!named) throw ctx.refuse("link_expired");
  if (!named.emergency && (await isProviderOnly(ctx)))
    throw ctx.refuse("forbidden", {
      message: "Here everybody signs in with the practice's sign-in. Please open your link again and choose that.",
    });
  const passwordHash = await hashPassword(ctx.config, password);
  return inTransaction(ctx, async (tx) => {
    // Sessions before the link, as whoever sets a factor does: two who wait for one another would both fail.
    await endStaffSessions(tx, named.member_id);
    const found = await findInvitation(tx, digests, { forUpdate: true });
    if (!found) throw ctx.refuse("link_expired");
    // Also that of a browser that accepted it while this one waited for the link.
    await endStaffSessions(tx, found.member_id);
    const member = await tx.db
      .updateTable("staff_member")
      .set({ password_hash: passwordHash })
      .where("id", "=", found.member_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const session = await startStaffSession(tx, member, "enrolling");
    return presentStaffSession(tx, session);
  });
}

/** The invitation of a link that still works, with its person. */
export const findInvitation = (
  services: Pick<Services, "db" | "clock">,
  digests: readonly Uint8Array[],
  { forUpdate = false } = {},
) => {
  const query = liveLink(services, ["staff_invitation", "staff_recovery"], digests)
    .innerJoin("staff_member", "staff_member.id", "single_use_link.member_id")
    .select(["staff_member.id as member_id", "digest", "purpose", "name", "email", "emergency", "expires_at"])
    .where("disabled_at", "is", null);
  return (forUpdate ? query.forUpdate("single_use_link") : query).executeTakeFirst();
};
