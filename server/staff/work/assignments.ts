import { type Permission, permissionsOf } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { hasFactor } from "../factors/factor-counts.ts";

/** Who was assigned a conversation, and since when; whether they may still answer it is for the reader to ask. */
export interface Holder {
  readonly member: Colleague;
  readonly since: Date;
}

/** Who was assigned these conversations; those that nobody was are left out. */
export async function holdersOf(
  db: Database,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, Holder>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("staff_assignment as assignment")
    .innerJoin("staff_member as member", "member.id", "assignment.member_id")
    .select(["assignment.conversation_id", "assignment.assigned_at"])
    .select(["member.id", "member.name", "member.roles", "member.doctor_id", "member.disabled_at"])
    .where("assignment.conversation_id", "in", [...conversationIds])
    .execute();
  return new Map(rows.map((row) => [row.conversation_id, { member: presentColleague(row), since: row.assigned_at }]));
}

interface Assignment {
  readonly conversationId: string;
  readonly patientId: string;
  readonly memberId: string;
  /** Whose it is as far as the caller knows. */
  readonly fromId: string | null;
  /** Who assigns it, as the audit names them. */
  readonly by: string;
  readonly now: Date;
}

/**
 * Assigns a conversation that is nobody's, or whose it is known to be. One statement decides: of two people at the same moment one gets it, and the
 * other one's answer is false. Assigning it to whose it is changes nothing.
 */
export async function assign(
  tx: Tx,
  { conversationId, patientId, memberId, fromId, by, now }: Assignment,
): Promise<boolean> {
  const values = { member_id: memberId, assigned_at: now, assigned_by: by };
  const assigned = await tx
    .insertInto("staff_assignment")
    .values({ conversation_id: conversationId, patient_id: patientId, ...values })
    .onConflict((conflict) =>
      conflict
        .column("conversation_id")
        .doUpdateSet(values)
        .where("staff_assignment.member_id", "=", fromId)
        .where("staff_assignment.member_id", "<>", memberId),
    )
    .returning("member_id")
    .executeTakeFirst();
  return assigned !== undefined || (await holdersOf(tx, [conversationId])).get(conversationId)?.member.id === memberId;
}

/** Releases a conversation that is this person's; false when it is somebody else's. */
export async function unassign(tx: Tx, conversationId: string, fromId: string | null): Promise<boolean> {
  await tx
    .deleteFrom("staff_assignment")
    .where("conversation_id", "=", conversationId)
    .where("member_id", "=", fromId)
    .execute();
  return !(await holdersOf(tx, [conversationId])).has(conversationId);
}

/** Whose it is ends, whoever it is: the question is somebody else's now. */
export const endAssignment = (tx: Tx, conversationId: string) =>
  tx.deleteFrom("staff_assignment").where("conversation_id", "=", conversationId).execute();

/** Somebody of the practice, with what decides whether something can be theirs. */
export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
  readonly doctorId: string | null;
  /** They left. */
  readonly disabled: boolean;
}

/** Everybody who works here, by name. Somebody who was invited and hasn't come in yet isn't among them. */
export async function colleagues(db: Database): Promise<Colleague[]> {
  const rows = await selectColleagues(db)
    .where("disabled_at", "is", null)
    .where((where) =>
      where.or([where.and([where("password_hash", "is not", null), hasFactor]), where("oidc_subject", "is not", null)]),
    )
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(presentColleague);
}

/** One of them, also after they left. Until the transaction ends nobody disables them or changes their roles. */
export async function lockColleague(tx: Tx, id: string): Promise<Colleague | null> {
  const row = await selectColleagues(tx).where("id", "=", id).forShare().executeTakeFirst();
  return row ? presentColleague(row) : null;
}

const selectColleagues = (db: Database) =>
  db.selectFrom("staff_member").select(["id", "name", "roles", "doctor_id", "disabled_at"]);

type ColleagueRow = Awaited<ReturnType<ReturnType<typeof selectColleagues>["executeTakeFirstOrThrow"]>>;
function presentColleague({ id, name, roles: held, doctor_id: doctorId, disabled_at }: ColleagueRow): Colleague {
  const roles = held as Role[];
  return {
    id,
    name,
    roles,
    doctorId,
    permissions: permissionsOf({ roles, doctorid: doctorId }),
    disabled: disabled_at !== null,
  };
}
