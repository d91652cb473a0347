import type { WorkKind } from "#contract/http/work.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import type { Claim } from "#contract/staff/work.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Something to do: a case and an identity check by their patient, everything else by its own id. */
export interface Work {
  readonly kind: WorkKind;
  readonly id: string;
}

/** What is claimed now. */
export async function listClaims({ db, clock }: Deps): Promise<Claim[]> {
  const rows = await claimQuery(db).where("ends_at", ">", clock.now()).orderBy("claimed_at").execute();
  return rows.map(presentClaim);
}

/**
 * Claims it for this person, or goes on holding it. Refuses `claimed`, with who has it and until when, if it is somebody else's, unless it is taken over.
 * One statement decides: of two people at the same moment one gets it.
 */
export async function claimWork(
  { db, clock }: Deps,
  memberId: string,
  { kind, id }: Work,
  { takeover = false } = {},
): Promise<Claim> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + staffLimits.claimMinutes * 60_000);
  const claimed = await db
    .insertInto("staff_claim")
    .values({ kind, object_id: id, member_id: memberId, claimed_at: now, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "object_id"])
        .doUpdateSet({ member_id: memberId, ends_at: endsAt, claimed_at: now })
        .where((where) =>
          where.or([
            where("staff_claim.member_id", "=", memberId),
            where("staff_claim.ends_at", "<=", now),
            where.val(takeover),
          ]),
        ),
    )
    .returning("member_id")
    .executeTakeFirst();
  const claim = await findClaim(db, { kind, id });
  if (claimed && claim) return claim;
  throw claimedBy(claim);
}

/** Ends this person's claim; somebody else's stays. */
export async function releaseWork({ db }: Deps, memberId: string, { kind, id }: Work): Promise<void> {
  await db
    .deleteFrom("staff_claim")
    .where("kind", "=", kind)
    .where("object_id", "=", id)
    .where("member_id", "=", memberId)
    .execute();
}

/** Whoever left works on nothing. */
export async function releaseAllWork({ db }: Pick<Services, "db">, memberId: string): Promise<void> {
  await db.deleteFrom("staff_claim").where("member_id", "=", memberId).execute();
}

const claimedBy = (claim: Claim | null) =>
  new Refusal("claimed", {
    ...(claim ? { message: `${claim.name} is working on this. You can take it over.` } : {}),
    details: claim ? { name: claim.name, memberid: claim.memberid, until: claim.until } : {},
    transient: true,
  });

const claimQuery = (db: Database) =>
  db
    .selectFrom("staff_claim")
    .innerJoin("staff_member", "staff_member.id", "staff_claim.member_id")
    .select(["kind", "object_id", "member_id", "name", "ends_at"]);

async function findClaim(db: Database, { kind, id }: Work): Promise<Claim | null> {
  const row = await claimQuery(db).where("kind", "=", kind).where("object_id", "=", id).executeTakeFirst();
  return row ? presentClaim(row) : null;
}

type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimQuery>["executeTakeFirstOrThrow"]>>;
const presentClaim = ({ kind, object_id, member_id, name, ends_at }: ClaimRow): Claim => ({
  kind: kind as WorkKind,
  id: object_id,
  memberid: member_id,
  name,
  until: ends_at.toISOString(),
});
