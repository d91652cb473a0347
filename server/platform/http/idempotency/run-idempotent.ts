import { sql } from "kysely";
import { everyCall } from "#contract/api.ts";
import { sealed } from "../../crypto/sealed.ts";
import { inTransaction, type Database } from "../../database/open.ts";
import { newId } from "../../ids.ts";
import { Refusal } from "../../refusal.ts";
import type { Services } from "../../services.ts";

export interface IdempotentRequest {
  /** Whose key it is; the same key of another owner is a different key. */
  readonly owner: string;
  /** Null: the client sent none, so the same request within `repeatWindowMs` counts as a repeat (the same press of a button). */
  readonly key: string | null;
  /** Call and path, e.g. `treatment.pause /api/v1/…`. */
  readonly call: string;
  readonly body: unknown;
  /** Without a key: after this patient's next write the same request is no repeat; null where it stays one. */
  readonly untilNextWriteOf?: string | null;
  /** The patients whose records the work accesses, stored with the answer: a replay is audited for them too. */
  readonly auditedPatients: Set<string>;
}

export interface CallResult {
  readonly status: number;
  readonly body: unknown;
}

/** A request with its key: the client's, or that of the press it repeats or starts. */
interface RequestWithKey extends IdempotentRequest {
  readonly key: string;
  /** Digest that identifies a press; null where the client sent a key. */
  readonly requestDigest: string | null;
}

/** How long the same request without a key counts as a repeat. */
const repeatWindowMs = 10 * 60_000;

/** How long a claimed key without an answer blocks a repeat; after a crash the work may then run again. */
const leaseMs = 30_000;

type NeededServices = Pick<Services, "content" | "db" | "clock" | "secrets">;

/** Keyed, and different for every owner and key: what a patient sends is often short enough to be guessed from a plain hash. */
const digestOf = (
  { secrets }: Pick<Services, "secrets">,
  purpose: string,
  { owner, call, body }: IdempotentRequest,
  key: string,
) => secrets.digest(`${purpose}:${JSON.stringify([owner, key, call, body ?? null])}`).toString("hex");
const sealContext = sealed("idempotency_key.response_sealed");

/**
 * Runs `work` once per key, in one transaction with the key's row: the first answer is stored and replayed; another body
 * is `idempotency_mismatch`; during the work, `in_flight`. A Refusal by the work rolls it back and, if final, is stored as the key's answer;
 * without a client key a refused request did nothing, so the next one runs.
 */
export async function runIdempotent(
  services: NeededServices,
  request: IdempotentRequest,
  work: (db: Database, key: string) => Promise<CallResult>,
): Promise<CallResult> {
  try {
    return await inTransaction(services, async ({ db: tx }) => {
      const { keyed, kept: storedResult } = await acquireKey(tx, services, request, false);
      if (storedResult) return storedResult;
      const result = await work(tx, keyed.key);
      await storeResult(tx, services, keyed, result);
      return result;
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !isFinal(error) || request.key === null) throw error;
    return inTransaction(services, async ({ db: tx }) => {
      const { keyed, kept: storedResult } = await acquireKey(tx, services, request, false);
      const result = storedResult ?? { status: error.status, body: error.problem(services.content) };
      if (!storedResult) await storeResult(tx, services, keyed, result);
      return result;
    });
  }
}

/** As `runIdempotent`, for work that calls another system: the key is claimed first and leased while the work runs. */
export async function runIdempotentResumable(
  services: NeededServices,
  request: IdempotentRequest,
  work: (key: string) => Promise<CallResult>,
): Promise<CallResult> {
  const { keyed, kept: storedResult } = await inTransaction(services, ({ db: tx }) =>
    acquireKey(tx, services, request, true),
  );
  if (storedResult) return storedResult;
  let result: CallResult;
  try {
    result = await work(keyed.key);
  } catch (error) {
    if (!(error instanceof Refusal) || !isFinal(error)) {
      await releaseLease(services, keyed);
      throw error;
    }
    result = { status: error.status, body: error.problem(services.content) };
  }
  await storeResult(services.db, services, keyed, result);
  return result;
}

/** Locks the key or press and claims it: `kept` is an existing answer. */
async function acquireKey(tx: Database, services: NeededServices, request: IdempotentRequest, leased: boolean) {
  const requestDigest = request.key === null ? digestOf(services, "press", request, "") : null;
  await tryLock(tx, `${request.owner}:${request.key ?? requestDigest}`);
  const key =
    request.key ?? (await keyOfRepeatedRequest(tx, services, request, requestDigest ?? "")) ?? `press:${newId()}`;
  const keyed: RequestWithKey = { ...request, key, requestDigest };
  return { keyed, kept: await leaseKey(tx, services, keyed, leased) };
}

/** Answers that mean “try again”, “not decided yet” or “not now” are not stored: the next call with the key runs again. */
const isFinal = (refusal: Refusal) =>
  !refusal.options.transient &&
  !["in_flight", "rate_limited", "unavailable", "internal", "payment_pending", "payment_action"].includes(refusal.code);

async function tryLock(tx: Database, name: string) {
  const { rows } = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(tx);
  if (!rows[0]?.got) throw new Refusal("in_flight");
}

/** The key of the press this request repeats: one without an answer yet, or one that did something in the last minutes. */
async function keyOfRepeatedRequest(
  tx: Database,
  { clock }: NeededServices,
  request: IdempotentRequest,
  requestDigest: string,
) {
  const since = new Date(clock.now().getTime() - repeatWindowMs);
  const previous = await tx
    .selectFrom("idempotency_key")
    .select(["key", "started_at", "response_status"])
    .where("owner", "=", request.owner)
    .where("request_digest", "=", requestDigest)
    .where((row) =>
      row.or([row("response_status", "is", null), row("response_status", "<", 400).and("started_at", ">", since)]),
    )
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!previous) return null;
  const isSuperseded = previous.response_status !== null && (await hasWrittenSince(tx, request, previous));
  return isSuperseded ? null : previous.key;
}

/** Whether the patient, or the practice about the patient, wrote anything else since a press. */
async function hasWrittenSince(
  tx: Database,
  { owner, call, untilNextWriteOf: patientId }: IdempotentRequest,
  { key, started_at }: { readonly key: string; readonly started_at: Date },
): Promise<boolean> {
  if (!patientId) return false;
  const [name = ""] = call.split(" ");
  const { rows } = await sql<{ wrote: boolean }>`
    select exists (
      select from idempotency_key
      where owner = ${owner} and started_at >= ${started_at} and key <> ${key} and response_status < 400
        and split_part(call, ' ', 1) = any(${mutatingCalls})
    ) or exists (
      select from audit_event
      where patient_id = ${patientId} and at >= ${started_at} and status < 400 and call <> ${name} and call = any(${mutatingCalls})
    ) as wrote`.execute(tx);
  return rows[0]?.wrote ?? false;
}

const mutatingCalls = [...everyCall()]
  .filter(({ call }) => call.method !== "GET" && call.changesNothing !== true)
  .map(({ feature, name }) => `${feature}.${name}`);

async function leaseKey(
  tx: Database,
  { clock, secrets }: NeededServices,
  request: RequestWithKey,
  leased: boolean,
): Promise<CallResult | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + (leased ? leaseMs : 0));
  const body_hash = digestOf({ secrets }, "idempotent request", request, request.key);
  const inserted = await tx
    .insertInto("idempotency_key")
    .values({
      owner: request.owner,
      key: request.key,
      call: request.call,
      request_digest: request.requestDigest,
      body_hash,
      started_at: now,
      leased_until: lease,
    })
    .onConflict((conflict) => conflict.columns(["owner", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (inserted) return null;
  const row = await tx
    .selectFrom("idempotency_key")
    .select(["body_hash", "response_status", "response_sealed", "leased_until", "audited_patient_ids"])
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .executeTakeFirstOrThrow();
  if (row.body_hash !== body_hash) throw new Refusal("idempotency_mismatch");
  if (row.response_status !== null && row.response_sealed) {
    for (const patientId of row.audited_patient_ids) request.auditedPatients.add(patientId);
    return {
      status: row.response_status,
      body: secrets.open(row.response_sealed, sealContext(request.owner, request.key)),
    };
  }
  if (row.leased_until > now) throw new Refusal("in_flight");
  await tx
    .updateTable("idempotency_key")
    .set({ leased_until: lease })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .execute();
  return null;
}

async function storeResult(db: Database, { secrets }: NeededServices, request: RequestWithKey, result: CallResult) {
  await db
    .updateTable("idempotency_key")
    .set({
      response_status: result.status,
      response_sealed: secrets.seal(result.body ?? null, sealContext(request.owner, request.key)),
      audited_patient_ids: [...request.auditedPatients],
    })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .execute();
}

async function releaseLease({ db, clock }: NeededServices, request: RequestWithKey) {
  await db
    .updateTable("idempotency_key")
    .set({ leased_until: clock.now() })
    .where("owner", "=", request.owner)
    .where("key", "=", request.key)
    .where("response_status", "is", null)
    .execute();
}
