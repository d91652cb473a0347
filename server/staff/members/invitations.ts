import { staffLimits } from "#contract/staff/constants.ts";
import type { Invitation, StaffSession } from "#contract/staff/sessions.ts";
import { hashPassword, refuseCommonPassword } from "#server/auth/public.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { StaffContext } from "../sessions/sign-in.ts";
import { endInvitations, endStaffSessions, presentStaffSession, startStaffSession } from "../sessions/session.ts";

type Kind = Invitation["kind"];
type MailDeps = Pick<Services, "db" | "clock" | "config" | "jobs" | "secrets">;

/** Makes the link by which somebody comes in for the first time, or anew; links sent to them before end. */
export async function makeInvitation(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  memberId: string,
  kind: Kind,
): Promise<string> {
  const token = randomSecret();
  const now = clock.now();
  await endInvitations({ db, clock }, memberId);
  await db
    .insertInto("staff_invitation")
    .values({
      ...{ token_hash: hashSecret(token), member_id: memberId, kind, created_at: now },
      expires_at: new Date(now.getTime() + staffLimits.invitationHours * 3_600_000),
    })
    .execute();
  // Behind the #, so that no log of an address has it.
  return `${config.publicUrl}/clinic/join#${token}`;
}

/** Makes the link and mails it in the same transaction. */
export async function mailInvitation(
  services: MailDeps,
  member: { readonly id: string; readonly email: string; readonly name: string },
  kind: Kind,
): Promise<void> {
  const link = await makeInvitation(services, member.id, kind);
  const values = { name: member.name, link, hours: String(staffLimits.invitationHours) };
  await queueMail(services, {
    mail: kind === "invitation" ? "staff_invitation" : "staff_recovery",
    to: member.email,
    values,
  });
}

/** What a link is for. Refuses `link_expired` if it is unknown, replaced, too old, or its person has come in with it. */
export async function readInvitation(
  services: Pick<Services, "db" | "clock"> & Refuses<"link_expired">,
  token: string,
): Promise<Invitation> {
  const found = await findInvitation(services, token);
  if (!found) throw services.refuse("link_expired");
  const { kind, name, email, expires_at } = found;
  return { kind: kind as Kind, name, email, expiresat: expires_at.toISOString() };
}

/**
 * Takes the link: the password is set, and the session waits for a passkey or an authenticator app. The link works until one of those is set, so that
 * whoever is interrupted goes on with it; of two browsers the later one does, and the earlier one's session ends.
 */
export async function acceptInvitation(
  ctx: StaffContext & Refuses<"link_expired" | "common_password">,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<StaffSession> {
  refuseCommonPassword(ctx, password);
  const named = await findInvitation(ctx, token);
  if (!named) throw ctx.refuse("link_expired");
  const passwordHash = await hashPassword(ctx.config, password);
  return inTransaction(ctx, async (tx) => {
    // Sessions before the link, as whoever sets a factor does: two who wait for one another would both fail.
    await endStaffSessions(tx, named.member_id);
    const found = await findInvitation(tx, token, { forUpdate: true });
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

const findInvitation = ({ db, clock }: Pick<Services, "db" | "clock">, token: string, { forUpdate = false } = {}) => {
  const query = db
    .selectFrom("staff_invitation")
    .innerJoin("staff_member", "staff_member.id", "staff_invitation.member_id")
    .select(["member_id", "kind", "name", "email", "expires_at"])
    .where("token_hash", "=", hashSecret(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", clock.now())
    .where("disabled_at", "is", null);
  return (forUpdate ? query.forUpdate("staff_invitation") : query).executeTakeFirst();
};
