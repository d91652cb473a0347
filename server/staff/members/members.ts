import type { Role } from "#contract/policy/roles.ts";
import type { StaffMember } from "#contract/staff/members.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { factorCounts } from "../factors/factor-counts.ts";
import { endInvitations, endStaffSessions } from "../sessions/session.ts";
import { releaseAllWork } from "../work/claims.ts";
import { forgetFactors } from "./factors.ts";
import { mailInvitation } from "./invitations.ts";
import { hasOtherAdministrator, lockAdministrators } from "./last-administrator.ts";

type Deps = Pick<Services, "db" | "clock" | "config" | "jobs" | "secrets">;

/** What an administrator says of somebody. */
export interface MemberFields {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly doctorid?: string | undefined;
}

/** Who does something to somebody: the audit's actor, and their own membership if they are a person. */
export interface MemberEditor {
  readonly actor: string;
  readonly memberId: string | null;
}

/** Everybody of the practice, by name. */
export async function listMembers({ db }: Pick<Services, "db">): Promise<StaffMember[]> {
  const rows = await memberQuery(db).orderBy("name").orderBy("id").execute();
  return rows.map(presentMember);
}

/** Names by the audit's actors; a system of the practice has none here. */
export async function memberNames(db: Database, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = actors.flatMap((actor) => (actor.startsWith("staff:") ? [actor.slice("staff:".length)] : []));
  return new Map([...(await memberNamesById(db, ids))].map(([id, name]) => [`staff:${id}`, name]));
}

/** Names of people of the practice by id, also of those who left. */
export async function memberNamesById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("staff_member")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Invites somebody. Refuses `member_exists`, and `doctor_needed` for a physician without a doctor of their own. */
export function inviteMember(
  services: Deps & Refuses<"member_exists" | "doctor_needed">,
  { actor }: MemberEditor,
  { email, ...fields }: MemberFields & { readonly email: string },
): Promise<StaffMember> {
  return inTransaction(services, async (tx) => {
    const member = await addMember({ ...tx, refuse: services.refuse }, actor, { email, ...fields });
    await mailInvitation(tx, member, "invitation");
    return memberById(tx.db, member.id);
  });
}

/** Adds somebody who has no way in yet. Refuses as `inviteMember` does. */
export async function addMember(
  services: Pick<Services, "db" | "clock"> & Refuses<"member_exists" | "doctor_needed">,
  actor: string,
  { email, ...fields }: MemberFields & { readonly email: string },
) {
  const id = newId();
  const added = await services.db
    .insertInto("staff_member")
    .values({
      ...{ id, email: email.toLowerCase(), created_at: services.clock.now(), created_by: actor },
      ...(await checkedFields(services, id, fields)),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!added) throw services.refuse("member_exists");
  return added;
}

/** Changes name, roles and doctor. Refuses `last_administrator` where nobody would be left to give roles. */
export function updateMember(
  services: Deps & Refuses<"last_administrator" | "doctor_needed">,
  id: string,
  fields: MemberFields,
): Promise<StaffMember> {
  return inTransaction(services, async (tx) => {
    await lockAdministrators(tx.db);
    const { roles } = await lockMember(tx.db, id);
    if (roles.includes("administrator") && !fields.roles.includes("administrator"))
      await requireOtherAdministrator(services, tx.db, id);
    await tx.db
      .updateTable("staff_member")
      .set(await checkedFields({ ...tx, refuse: services.refuse }, id, fields))
      .where("id", "=", id)
      .execute();
    return memberById(tx.db, id);
  });
}

/** Sends a new link to somebody who has not come in yet, or not all the way. Refuses `wrong_state`. */
export function inviteAgain(services: Deps & Refuses<"wrong_state">, id: string): Promise<StaffMember> {
  return inTransaction(services, async (tx) => {
    const member = await lockMember(tx.db, id);
    if ((await memberById(tx.db, id)).status !== "invited")
      throw services.refuse("wrong_state", { message: "They have already come in, or were disabled." });
    await mailInvitation(tx, member, "invitation");
    return memberById(tx.db, id);
  });
}

/**
 * For somebody who lost what they sign in with: everything they had ends, and a link is mailed. Not for oneself: a stolen session could take over the
 * account for good.
 */
export function recoverMember(
  services: Deps & Refuses<"wrong_state" | "own_account">,
  editor: MemberEditor,
  id: string,
): Promise<StaffMember> {
  if (editor.memberId === id) throw services.refuse("own_account");
  return inTransaction(services, async (tx) => {
    const member = await lockMember(tx.db, id);
    if (member.disabled_at !== null) throw services.refuse("wrong_state", { message: "Please enable them first." });
    await forgetFactors(tx, id);
    await mailInvitation(tx, member, "recovery");
    return memberById(tx.db, id);
  });
}

/** Somebody left: their sessions and links end at once. A repeat changes nothing. */
export function disableMember(
  services: Deps & Refuses<"last_administrator" | "own_account">,
  editor: MemberEditor,
  id: string,
): Promise<StaffMember> {
  if (editor.memberId === id) throw services.refuse("own_account");
  return inTransaction(services, async (tx) => {
    await lockAdministrators(tx.db);
    const member = await lockMember(tx.db, id);
    if (member.disabled_at === null) {
      if (member.roles.includes("administrator")) await requireOtherAdministrator(services, tx.db, id);
      await endAccess(tx, id);
    }
    return memberById(tx.db, id);
  });
}

/** Lets somebody in again, with what they had. Refuses `doctor_needed` if somebody else decides in their doctor's name by now. */
export function enableMember(services: Deps & Refuses<"doctor_needed">, id: string): Promise<StaffMember> {
  return inTransaction(services, async (tx) => {
    const { doctor_id } = await lockMember(tx.db, id);
    if (doctor_id !== null) await requireFreeDoctor({ ...tx, refuse: services.refuse }, id, doctor_id);
    await tx.db.updateTable("staff_member").set({ disabled_at: null }).where("id", "=", id).execute();
    return memberById(tx.db, id);
  });
}

/** From the host, where nobody has to be left who could sign in: it can make the next administrator. */
export async function disableByHost(services: Pick<Services, "db" | "clock">, email: string): Promise<void> {
  const { id } = await lockByEmail(services.db, email);
  await endAccess(services, id);
}

/** Whoever left has no session, no link and nothing claimed. The day they left stays the first one. */
async function endAccess(services: Pick<Services, "db" | "clock">, id: string): Promise<void> {
  await services.db
    .updateTable("staff_member")
    .set({ disabled_at: services.clock.now() })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .execute();
  await endStaffSessions(services, id);
  await endInvitations(services, id);
  await releaseAllWork(services, id);
}

/** From the host: what somebody signed in with ends, and they count as enabled again; the caller makes their link. */
export async function resetByHost(
  services: Pick<Services, "db" | "clock">,
  email: string,
): Promise<{ readonly id: string }> {
  const { id } = await lockByEmail(services.db, email);
  await forgetFactors(services, id);
  await services.db.updateTable("staff_member").set({ disabled_at: null }).where("id", "=", id).execute();
  return { id };
}

/** From the host: they keep their password where everybody else comes in by the identity provider alone. */
export async function makeEmergencyAccount({ db }: Pick<Services, "db">, email: string): Promise<void> {
  const { id } = await lockByEmail(db, email);
  await db.updateTable("staff_member").set({ emergency: true }).where("id", "=", id).execute();
}

async function lockByEmail(db: Database, email: string): Promise<{ readonly id: string }> {
  const member = await db
    .selectFrom("staff_member")
    .select("id")
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Error(`Nobody in the team has the e-mail ${email}.`);
  return member;
}

/** A physician decides in a doctor's name, and nobody else in the same; other roles have none. */
async function checkedFields(
  services: Pick<Services, "db"> & Refuses<"doctor_needed">,
  id: string,
  { name, roles, doctorid }: MemberFields,
) {
  const isPhysician = roles.includes("physician");
  if (isPhysician) {
    if (doctorid === undefined) throw doctorNeeded(services);
    await requireFreeDoctor(services, id, doctorid);
  }
  return { name, roles: [...new Set(roles)], doctor_id: isPhysician ? (doctorid ?? null) : null };
}

async function requireFreeDoctor(
  services: Pick<Services, "db"> & Refuses<"doctor_needed">,
  id: string,
  doctorId: string,
): Promise<void> {
  const { db } = services;
  const doctor = await db
    .selectFrom("doctor")
    .select("id")
    .where("id", "=", doctorId)
    .where("active", "=", true)
    .executeTakeFirst();
  const other = await db
    .selectFrom("staff_member")
    .select("id")
    .where("doctor_id", "=", doctorId)
    .where("id", "<>", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!doctor || other) throw doctorNeeded(services);
}

const doctorNeeded = ({ refuse }: Refuses<"doctor_needed">) =>
  refuse("doctor_needed", {
    fields: [{ path: "doctorid", message: "Please choose a doctor nobody else decides for." }],
  });

async function requireOtherAdministrator(
  services: Pick<Services, "config"> & Refuses<"last_administrator">,
  db: Tx,
  id: string,
): Promise<void> {
  if (!(await hasOtherAdministrator({ ...services, db }, id))) throw services.refuse("last_administrator");
}

async function lockMember(db: Database, id: string) {
  const member = await db.selectFrom("staff_member").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!member) throw new Refusal("not_found");
  return member;
}

/**
 * Somebody with a password alone has not come in yet: they were interrupted before the second thing to prove it with. Whoever comes by the identity
 * provider has neither here.
 */
const statusOf = (row: MemberRow): StaffMember["status"] => {
  if (row.disabled_at !== null) return "disabled";
  const canProve = Number(row.passkeys) + Number(row.authenticators) > 0;
  return row.oidc_subject !== null || (row.password_hash !== null && canProve) ? "active" : "invited";
};

const memberQuery = (db: Database) =>
  db
    .selectFrom("staff_member")
    .selectAll()
    .select((of) => [
      of
        .selectFrom("single_use_link")
        .select("expires_at")
        .whereRef("member_id", "=", "staff_member.id")
        .where("ended_at", "is", null)
        .limit(1)
        .as("invitation_expires_at"),
      ...factorCounts(db, of.ref("staff_member.id")),
    ]);

export const memberById = async (db: Database, id: string): Promise<StaffMember> =>
  presentMember(await memberQuery(db).where("id", "=", id).executeTakeFirstOrThrow());

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberQuery>["executeTakeFirstOrThrow"]>>;

const presentMember = (row: MemberRow): StaffMember => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: row.roles as Role[],
  doctorid: row.doctor_id,
  status: statusOf(row),
  invitationexpiresat: row.invitation_expires_at?.toISOString() ?? null,
  passkeys: Number(row.passkeys),
  hasauthenticator: Number(row.authenticators) > 0,
  recoverycodesleft: Number(row.recovery_codes),
  lastsignedinat: row.last_signed_in_at?.toISOString() ?? null,
  createdat: row.created_at.toISOString(),
  disabledat: row.disabled_at?.toISOString() ?? null,
});
