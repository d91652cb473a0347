import { type Selectable, sql } from "kysely";
import { permissionsOf, scopesWithin } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import type { Proof, StaffSession, StaffStage } from "#contract/staff/sessions.ts";
import { endLinks } from "#server/auth/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { staffSessionCookie } from "#server/platform/http/cookies.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { factorCounts } from "../factors/factor-counts.ts";

type SessionRow = Selectable<Tables["staff_session"]>;
type MemberRow = Selectable<Tables["staff_member"]>;

const minuteMs = 60_000;
const idleMs = staffLimits.idleMinutes * minuteMs;
const freshMs = staffLimits.freshProofMinutes * minuteMs;
/** How exactly the last use is recorded, ms: a write for each call would double the cost of a read. */
const useResolutionMs = 30_000;

/** A live session with its person. */
export interface LiveStaffSession {
  readonly id: string;
  /** As it is now: an open one that nobody used for a while is locked. */
  readonly stage: StaffStage;
  readonly member: MemberRow;
  readonly row: SessionRow;
}

/**
 * The session of this secret: null if it is unknown, has ended, or its person was disabled. Asked at each call, so that an end counts at once on every
 * node.
 */
export const findStaffSession = (services: Pick<Services, "db" | "clock">, secret: string, options: Locking = {}) =>
  readSession(services, (query) => query.where("token_hash", "=", hashSecret(secret)), options);

/** The same by its id, locked until the transaction ends. */
export const lockStaffSession = (services: Pick<Services, "db" | "clock">, id: string) =>
  readSession(services, (query) => query.where("id", "=", id), { forUpdate: true });

interface Locking {
  /** Until the transaction ends. */
  readonly forUpdate?: boolean;
}
const liveSessions = (db: Database) => db.selectFrom("staff_session").selectAll();

async function readSession(
  { db, clock }: Pick<Services, "db" | "clock">,
  which: (query: ReturnType<typeof liveSessions>) => ReturnType<typeof liveSessions>,
  { forUpdate = false }: Locking,
): Promise<LiveStaffSession | null> {
  const query = which(liveSessions(db)).where("ended_at", "is", null).where("ends_at", ">", clock.now());
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  const member = await db
    .selectFrom("staff_member")
    .selectAll()
    .where("id", "=", row.member_id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return member ? { id: row.id, row, member, stage: stageAt(row, clock.now()) } : null;
}

/** The stage of a session at a time. */
export function stageAt({ stage, used_at }: Pick<SessionRow, "stage" | "used_at">, now: Date): StaffStage {
  return stage === "open" && now.getTime() - used_at.getTime() >= idleMs ? "locked" : stage;
}

/** The session of the request's cookie; null without one. */
export async function currentStaffSession(
  ctx: Pick<Services, "db" | "clock"> & { readonly cookies: CookieJar },
  locking: Locking = {},
): Promise<LiveStaffSession | null> {
  const secret = ctx.cookies.get(staffSessionCookie);
  return secret ? findStaffSession(ctx, secret, locking) : null;
}

/** The same where there has to be one. Refuses `staff_session_ended`. */
export async function requireStaffSession(
  ctx: Pick<Services, "db" | "clock"> & { readonly cookies: CookieJar } & Refuses<"staff_session_ended">,
  locking: Locking = {},
): Promise<LiveStaffSession> {
  const session = await currentStaffSession(ctx, locking);
  if (session) return session;
  throw ctx.refuse("staff_session_ended");
}

/** Starts a session of this person and puts its secret in the cookie. A password alone is worth ten minutes. */
export async function startStaffSession(
  { db, clock, cookies }: Pick<Services, "db" | "clock"> & { readonly cookies: CookieJar },
  member: MemberRow,
  stage: "second_factor" | "enrolling",
): Promise<LiveStaffSession> {
  const secret = randomSecret();
  const now = clock.now();
  const lifeMs =
    stage === "second_factor" ? staffLimits.secondFactorMinutes * minuteMs : staffLimits.sessionHours * 60 * minuteMs;
  const row = await db
    .insertInto("staff_session")
    .values({
      ...{ id: newId(), member_id: member.id, token_hash: hashSecret(secret), stage },
      ...{ created_at: now, used_at: now, ends_at: new Date(now.getTime() + lifeMs) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  cookies.set(staffSessionCookie, secret, lifeMs / 1000);
  return { id: row.id, row, member, stage };
}

/**
 * Opens a session whose person just proved that it is them: the first time for twelve hours and under a new secret, so that a cookie known before is
 * worth nothing; later it keeps both.
 */
export async function openStaffSession(
  { db, clock, cookies }: Pick<Services, "db" | "clock"> & { readonly cookies: CookieJar },
  { row, member }: LiveStaffSession,
): Promise<LiveStaffSession> {
  const now = clock.now();
  const isFirst = row.stage === "second_factor" || row.stage === "enrolling";
  const secret = randomSecret();
  const seconds = staffLimits.sessionHours * 3600;
  const opened = await db
    .updateTable("staff_session")
    .set({
      ...{ stage: "open", used_at: now, proven_at: now, challenge: null },
      ...(isFirst ? { token_hash: hashSecret(secret), ends_at: new Date(now.getTime() + seconds * 1000) } : {}),
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isFirst) {
    await db.updateTable("staff_member").set({ last_signed_in_at: now }).where("id", "=", row.member_id).execute();
    // Whoever has come in needs no mailed link any more.
    await endInvitations({ db, clock }, row.member_id);
    cookies.set(staffSessionCookie, secret, seconds);
  }
  return { id: row.id, row: opened, member, stage: "open" };
}

/** Records that the person did something, unless that is recorded already. */
export async function recordStaffUse(
  { db, clock }: Pick<Services, "db" | "clock">,
  { row }: LiveStaffSession,
): Promise<void> {
  const now = clock.now();
  if (now.getTime() - row.used_at.getTime() < useResolutionMs) return;
  await db.updateTable("staff_session").set({ used_at: now }).where("id", "=", row.id).execute();
}

/** Ends sessions of a person: all, or all but one. */
export async function endStaffSessions(
  { db, clock }: Pick<Services, "db" | "clock">,
  memberId: string,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  await db
    .updateTable("staff_session")
    .set({ ended_at: clock.now() })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .$if(except !== null, (query) => query.where("id", "<>", except as string))
    .execute();
}

/** Ends every link of this person. */
export const endInvitations = (services: Pick<Services, "db" | "clock">, memberId: string) =>
  endLinks(services, ["staff_invitation", "staff_recovery"], memberId);

/** Whether the person proved so recently that it is them that it counts as fresh. */
export const isFreshlyProven = ({ proven_at }: Pick<SessionRow, "proven_at">, now: Date): boolean =>
  proven_at !== null && now.getTime() - proven_at.getTime() < freshMs;

/** What the browser sees of its session; a stranger with a password learns nobody's name from it. */
export async function presentStaffSession(
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
  { stage, row, member }: LiveStaffSession,
): Promise<StaffSession> {
  const now = clock.now();
  const isOpen = stage === "open";
  const roles = member.roles as Role[];
  const own = isOpen ? permissionsOf({ roles, doctorid: member.doctor_id }) : [];
  return {
    stage,
    member:
      stage === "second_factor"
        ? null
        : {
            id: member.id,
            name: member.name,
            email: member.email,
            roles,
            permissions: [...own],
            scopes: [...scopesWithin(own)],
            doctorname:
              member.doctor_id && ((await doctorsById(db, [member.doctor_id])).get(member.doctor_id)?.name ?? null),
          },
    proofs: stage === "enrolling" ? [] : await proofsOf({ db, config }, member),
    locksat: isOpen ? new Date(row.used_at.getTime() + idleMs).toISOString() : null,
    endsat: row.ends_at.toISOString(),
    freshuntil:
      isOpen && row.proven_at && isFreshlyProven(row, now)
        ? new Date(row.proven_at.getTime() + freshMs).toISOString()
        : null,
  };
}

/** What this person can prove it with, the safest first. */
async function proofsOf(
  { db, config }: Pick<Services, "db" | "config">,
  { id: memberId, oidc_subject }: MemberRow,
): Promise<Proof[]> {
  const provesByProvider = oidc_subject !== null && config.staffOidc !== null && config.staffOidc.fresh !== "here";
  const { passkeys, authenticators, recovery_codes } = await db
    .selectNoFrom([...factorCounts(db, sql.val(memberId))])
    .executeTakeFirstOrThrow();
  return [
    ...(Number(passkeys) > 0 ? (["passkey"] as const) : []),
    ...(Number(authenticators) > 0 ? (["code"] as const) : []),
    ...(Number(recovery_codes) > 0 ? (["recovery_code"] as const) : []),
    ...(provesByProvider ? (["provider"] as const) : []),
  ];
}
