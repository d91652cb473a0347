import { type RawBuilder, type Selectable, sql } from "kysely";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { compareIfDue } from "./compare-records.ts";
import { areMerged } from "./merges.ts";

/*
 * Two records that are likely of one person wait for a person's verdict. Until it is given nothing new is approved for either. `same` links them: what one
 * has at home counts for the other. `not_same` lets both go on. A verdict can be replaced by another, with another reason; all of them are kept.
 */

export type PairRow = Selectable<Tables["person_pair"]>;
export type Verdict = NonNullable<PairRow["verdict"]>;

const reasonOf = sealed("person_verdict.reason_sealed");

export const pairById = (db: Database, id: string): Promise<PairRow | undefined> =>
  db.selectFrom("person_pair").selectAll().where("id", "=", id).executeTakeFirst();

/** The pairs a record is in that wait or are linked, newest first. */
export const pairsOf = (db: Database, patientId: string): Promise<PairRow[]> =>
  db
    .selectFrom("person_pair")
    .selectAll()
    .where((pair) => pair.or([pair("earlier_id", "=", patientId), pair("later_id", "=", patientId)]))
    .where((pair) => pair.or([pair("verdict", "is", null), pair("verdict", "=", "same")]))
    .orderBy("id", "desc")
    .execute();

/** The other record of a pair. */
export const otherOf = ({ earlier_id, later_id }: PairRow, patientId: string): string =>
  earlier_id === patientId ? later_id : earlier_id;

/** Every verdict on a pair, oldest first. */
export async function verdictsOf(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  pairId: string,
) {
  const rows = await db
    .selectFrom("person_verdict")
    .selectAll()
    .where("pair_id", "=", pairId)
    .orderBy("given_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, verdict, actor, given_at, reason_sealed }) => ({
    ...{ verdict, actor, at: given_at },
    reason: secrets.open<string>(reason_sealed, reasonOf(id)),
  }));
}

export interface Judgment {
  readonly pairId: string;
  readonly verdict: Verdict;
  /** For the practice. */
  readonly reason: string;
  /** Of the pair as it was seen. */
  readonly version: number;
  readonly actor: string;
}

/**
 * Gives a verdict, or replaces the one that was seen. Refuses `conflict` where somebody gave another one meanwhile, and `wrong_state` while both records are
 * one account; the same once more changes nothing.
 * Waits for what is being approved or ordered in either record.
 */
export function judgePair(services: Services & Refuses<"conflict" | "wrong_state">, judgment: Judgment): Promise<void> {
  const { pairId, verdict, reason, version, actor } = judgment;
  return inTransaction(services, async ({ db, clock, secrets }) => {
    const known = await pairById(db, pairId);
    if (!known) throw new Refusal("not_found");
    await lockPatientOrders(db, known.earlier_id);
    await lockPatientOrders(db, known.later_id);
    const pair = await db.selectFrom("person_pair").selectAll().where("id", "=", pairId).forUpdate().executeTakeFirst();
    // Erased meanwhile.
    if (!pair) throw new Refusal("not_found");
    if (pair.verdict === verdict) return;
    if (pair.version !== version) throw services.refuse("conflict");
    if (await areMerged(db, [pair.earlier_id, pair.later_id]))
      throw services.refuse("wrong_state", { message: "These records are one account now. Undo that first." });
    const id = newId();
    await db
      .insertInto("person_verdict")
      .values({
        ...{ id, pair_id: pairId, verdict, actor, given_at: clock.now() },
        reason_sealed: secrets.seal(reason, reasonOf(id)),
      })
      .execute();
    await db
      .updateTable("person_pair")
      .set({ verdict, version: version + 1 })
      .where("id", "=", pairId)
      .execute();
  });
}

/** Every record that is linked with this one, also through another: of the same person. */
export async function linkedRecords(db: Database, patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive linked (id) as (
      select ${patientId}::uuid
      union select case when earlier_id = linked.id then later_id else earlier_id end
      from linked join person_pair on linked.id in (earlier_id, later_id) and verdict = 'same')
    select id from linked where id <> ${patientId}::uuid order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of these records that are linked with another one. */
export async function linkedAmong(db: Database, patientIds: readonly string[]): Promise<string[]> {
  if (patientIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${[...patientIds]}::uuid[]) as asked (id)
    where exists (select from person_pair where verdict = 'same' and asked.id in (earlier_id, later_id))`.execute(db);
  return rows.map(({ id }) => id);
}

/** The query of a pair that links this record with another one; no row: it has none. */
export const linkRows = (db: Database, patientId: string) =>
  db
    .selectFrom("person_pair")
    .select("id")
    .where((pair) => pair.or([pair("earlier_id", "=", patientId), pair("later_id", "=", patientId)]))
    .where("verdict", "=", "same")
    .limit(1);

/** Whether nobody has judged yet if this record is that of another one's person. */
export async function waitsForVerdict(db: Database, patientId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom("person_pair")
    .select("id")
    .where((pair) => pair.or([pair("earlier_id", "=", patientId), pair("later_id", "=", patientId)]))
    .where("verdict", "is", null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/**
 * Locks the orders of a record and of all that are linked with it, always in one order, so that two of one person are approved one after the other.
 * Compares the record first where something of it has changed.
 */
export async function lockPersonOrders(
  services: Pick<Services, "clock" | "secrets"> & { readonly db: Tx },
  patientId: string,
): Promise<void> {
  await compareIfDue(services, patientId);
  const known = [patientId, ...(await linkedRecords(services.db, patientId))].toSorted();
  for (const id of known) await lockPatientOrders(services.db, id);
  // A verdict that was given while this one waited: nobody links it any more now.
  const linkedMeanwhile = (await linkedRecords(services.db, patientId)).filter((id) => !known.includes(id));
  for (const id of linkedMeanwhile) await lockPatientOrders(services.db, id);
}

/**
 * Condition on a row of `prescription`: it is of the later one of two records that nobody has judged, and nothing was ever sent to it. What is under way, in
 * either record, goes on.
 */
export const isHeldByPair: RawBuilder<boolean> = sql<boolean>`(exists (
  select from person_pair where person_pair.later_id = prescription.patient_id and person_pair.verdict is null)
  and not exists (
    select from customer_order sent join shipment on shipment.order_id = sent.id where sent.patient_id = prescription.patient_id))`;
