import { sql } from "kysely";
import { Refusal } from "../refusal.ts";
import { transact, type Database } from "../database/open.ts";
import type { Services } from "../services.ts";

export interface KeyedRequest {
  /** Whose key it is; keys of different patients never meet. */
  readonly owner: string;
  readonly key: string;
  readonly call: string;
  readonly body: unknown;
  /** The patients the work touches, kept with the answer: a replay touches them too. */
  readonly touched: Set<string>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** How long a claimed key without an answer blocks a repeat: after a crash the work may run again. */
const leaseMs = 30_000;

type Parts = Pick<Services, "db" | "clock" | "secrets">;

/** Keyed, and another one for every key: what she sent is often short enough to be guessed and tried out against a plain hash. */
const hashOf = ({ secrets }: Pick<Services, "secrets">, { owner, key, call, body }: KeyedRequest) =>
  secrets.digest(`idempotent request:${JSON.stringify([owner, key, call, body ?? null])}`).toString("hex");
const place = (request: KeyedRequest) => `idempotency_key.response:${request.owner}:${request.key}`;

/**
 * Runs `work` once per key, in one transaction with the key's row: the first answer is kept and replayed; another body
 * is `idempotency_mismatch`; while it runs, `in_flight`. A Refusal of the work undoes it and, if final, is kept as the answer.
 */
export async function once(
  parts: Parts,
  request: KeyedRequest,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await transact(parts.db, async (tx) => {
      await lockKey(tx, request);
      const kept = await claim(tx, parts, request, false);
      if (kept) return kept;
      const answer = await work(tx);
      await keep(tx, parts, request, answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !isFinal(error)) throw error;
    return transact(parts.db, async (tx) => {
      await lockKey(tx, request);
      const kept = await claim(tx, parts, request, false);
      const answer = kept ?? { status: error.status, body: error.problem };
      if (!kept) await keep(tx, parts, request, answer);
      return answer;
    });
  }
}

/** As `once`, for work that talks to another system: the key is claimed first and leased while the work runs. */
export async function onceResumable(parts: Parts, request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
  const kept = await transact(parts.db, async (tx) => {
    await lockKey(tx, request);
    return claim(tx, parts, request, true);
  });
  if (kept) return kept;
  let answer: Answer;
  try {
    answer = await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !isFinal(error)) {
      await release(parts, request);
      throw error;
    }
    answer = { status: error.status, body: error.problem };
  }
  await keep(parts.db, parts, request, answer);
  return answer;
}

/** Answers that say “try again”, “not decided yet” or “not now” are not kept: the next call with the key runs again. */
const isFinal = (refusal: Refusal) =>
  !refusal.options.transient &&
  !["in_flight", "rate_limited", "unavailable", "internal", "payment_pending"].includes(refusal.code);

async function lockKey(tx: Database, request: KeyedRequest) {
  const { rows } = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${request.owner}:${request.key}`}, 0)) as got`.execute(tx);
  if (!rows[0]?.got) throw new Refusal("in_flight");
}

async function claim(
  tx: Database,
  { clock, secrets }: Parts,
  request: KeyedRequest,
  leased: boolean,
): Promise<Answer | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + (leased ? leaseMs : 0));
  const body_hash = hashOf({ secrets }, request);
  const made = await tx
    .insertInto("idempotency_key")
    .values({
      owner: request.owner,
      key: request.key,
      call: request.call,
      body_hash,
      claimed_at: now,
      lease_until: lease,
    })
    .onConflict((conflict) => conflict.columns(["owner", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (made) return null;
  const row = await tx
    .selectFrom("idempotency_key")
    .select(["body_hash", "response_status", "response_sealed", "lease_until", "touched"])
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .executeTakeFirstOrThrow();
  if (row.body_hash !== body_hash) throw new Refusal("idempotency_mismatch");
  if (row.response_status !== null && row.response_sealed) {
    for (const patientId of row.touched) request.touched.add(patientId);
    return { status: row.response_status, body: secrets.open(row.response_sealed, place(request)) };
  }
  if (row.lease_until > now) throw new Refusal("in_flight");
  await tx
    .updateTable("idempotency_key")
    .set({ lease_until: lease })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .execute();
  return null;
}

async function keep(db: Database, { secrets }: Parts, request: KeyedRequest, answer: Answer) {
  await db
    .updateTable("idempotency_key")
    .set({
      response_status: answer.status,
      response_sealed: secrets.seal(answer.body ?? null, place(request)),
      touched: [...request.touched],
    })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .execute();
}

async function release({ db, clock }: Parts, request: KeyedRequest) {
  await db
    .updateTable("idempotency_key")
    .set({ lease_until: clock.now() })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .where("response_status", "is", null)
    .execute();
}
