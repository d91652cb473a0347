import { sql } from "kysely";
import { mergeDays } from "#contract/care/merges.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import {
  caseStates,
  disputeStates,
  intentStates,
  orderStates,
  refundStates,
} from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * Two records become one account only where nothing has to be moved: the account that closes has nothing that is charged, sent, decided or answered yet, but
 * subscriptions, which the merge cancels (`merge-subscriptions.ts`). Then nothing can be paid or sent twice. What is in the way is a sentence for the practice
 * that says what to end first.
 */

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** The two records, by what becomes of their accounts. */
export interface TwoRecords {
  readonly survivingId: string;
  readonly retiredId: string;
}

export const dayMs = 86_400_000;

/** Until when a merge can be undone. */
export const undoUntil = (mergedAt: Date): Date => new Date(mergedAt.getTime() + mergeDays.undo * dayMs);

/** Why the two can't become one account now, a sentence for all that has to end first; none: they can. `mergeId`: the merge that was asked for is not in its own way. */
export async function mergeObstacles(
  services: Deps,
  { survivingId, retiredId }: TwoRecords,
  mergeId: string | null = null,
): Promise<string[]> {
  const ids = [survivingId, retiredId] as const;
  const ofPair = (await pairObstacle(services, ids)) ?? (await otherMerge(services, ids, mergeId));
  if (ofPair !== null) return [ofPair];
  return (await openObstacles(services.db, ids, retiredId)).map((each) => obstacles[each]);
}

/** They were judged to be of one person, and both have an account. */
async function pairObstacle({ db }: Deps, ids: readonly [string, string]): Promise<string | null> {
  const pair = await db
    .selectFrom("person_pair")
    .select("verdict")
    .where("earlier_id", "in", ids)
    .where("later_id", "in", ids)
    .executeTakeFirst();
  if (pair?.verdict !== "same") return "Say first that both records are of the same person.";
  const closed = await db
    .selectFrom("patient")
    .select("id")
    .where("id", "in", ids)
    .where("closed_at", "is not", null)
    .executeTakeFirst();
  return closed ? "One of the two accounts is closed." : null;
}

/** One merge at a time: of three records two become one first, and the third once that can't be undone any more. */
async function otherMerge(
  { db, clock, content }: Deps,
  ids: readonly [string, string],
  mergeId: string | null,
): Promise<string | null> {
  const now = clock.now();
  const rows = await db
    .selectFrom("record_merge")
    .select(["id", "surviving_id", "retired_id", "merged_at"])
    .where((row) => row.or([row("surviving_id", "in", ids), row("retired_id", "in", ids)]))
    .where("undone_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where((row) =>
      row.or([
        row.and([row("merged_at", "is", null), row("open_until", ">", now)]),
        row("merged_at", ">", new Date(now.getTime() - mergeDays.undo * dayMs)),
      ]),
    )
    .execute();
  const [other] = rows.filter(({ id }) => id !== mergeId);
  if (!other) return null;
  if (other.merged_at === null) return "The patient was asked already, and hasn’t answered at both addresses.";
  const until = formatDay(dayIn(content.brand.timezone, undoUntil(other.merged_at)));
  return `One of the records was merged with another one. A third can follow once that can’t be undone any more, on ${until}.`;
}

/** What has to end first, in the order in which it is said. */
const obstacles = {
  emergency: "An emergency of this patient is open. Close it first.",
  payment: "A payment is under way in one of the records. Try again once it’s settled.",
  subscription:
    "The account that would close has a subscription that hasn’t begun. Decide its plan first, or wait for its payment.",
  order: "The account that would close has an order under way. It has to arrive, or be refunded, first.",
  reserved: "For the account that would close, money is reserved on a card. It has to be taken or released first.",
  refund: "For the account that would close, a refund is under way. Try again once it’s done.",
  release: "For the account that would close, money is being released. Try again once it’s done.",
  dispute: "A payment of the account that would close is disputed. Wait for the bank’s decision.",
  owed: "A charge of the account that would close failed, and is still owed.",
  plan: "In the account that would close, a plan waits for a doctor. Decide it first.",
  renewal: "In the account that would close, a renewal waits for a doctor. Decide it first.",
  upsell: "In the account that would close, an upsell waits for a doctor. Decide it first.",
  change: "In the account that would close, a treatment change waits for the patient. Withdraw it first.",
  suggestion: "In the account that would close, a suggested medicine waits for the patient. Withdraw it first.",
  message: "In the account that would close, a message waits for an answer.",
  review: "In the account that would close, a treatment review waits for a doctor. Read it first.",
  told: "In the account that would close, something the patient told us waits. Close it first.",
  task: "A task about the account that would close is open. End it first.",
  notice:
    "In the account that would close, a notice ends the patient’s care. Take it back first, or let that account go on.",
  identity: "The identity check of the account that would close waits for a person. Decide it first.",
} as const;
export type Obstacle = keyof typeof obstacles;

/**
 * Of either record an emergency, or money that is moving at this moment; of the one whose account would close, whatever is still charged, sent, decided or
 * answered. What stands on its chart stays there and binds the account that goes on (`chart-effects.ts`); only a notice that ends care is of one account. In the
 * order of `obstacles`.
 */
export async function openObstacles(db: Database, ids: readonly string[], retiredId: string): Promise<Obstacle[]> {
  const of = sql`any(${ids}::uuid[])`;
  const id = retiredId;
  const { rows } = await sql<{ what: Obstacle }>`
    select 'emergency' as what from emergency_report
      where patient_id = ${of} and closed_at is null
    union all
    select 'payment' from customer_order
      where patient_id = ${of} and status in ${orderStates.unconfirmed.sql}
    union all
    select 'payment' from payment_intent
      where patient_id = ${of} and status in ${intentStates.unresolved.sql}
    union all
    select 'subscription' as what from subscription
      where patient_id = ${id} and status = 'pending'
    union all
    select 'order' from customer_order
      where patient_id = ${id} and status in ${orderStates.underWay.sql}
    union all
    select 'reserved' from payment_intent
      where patient_id = ${id} and status in ${intentStates.open.sql}
    union all
    select 'refund' from refund r join payment_intent p on p.id = r.payment_intent_id
      where p.patient_id = ${id} and r.status in ${refundStates.unfinished.sql}
    union all
    select 'release' from payment_release l join customer_order o on o.id = l.order_id
      where o.patient_id = ${id} and l.completed_at is null
    union all
    select 'dispute' from dispute
      where patient_id = ${id} and status in ${disputeStates.open.sql}
    union all
    select 'owed' from patient where id = ${id} and failed_transaction_reason is not null
    union all
    select 'plan' from care_case
      where patient_id = ${id} and status in ${caseStates.undecided.sql}
    union all
    select 'renewal' from renewal_request where patient_id = ${id} and status = 'open'
    union all
    select 'upsell' from upsell_request where patient_id = ${id} and status = 'open'
    union all
    select 'change' from treatment_change
      where patient_id = ${id} and status = 'waiting'
    union all
    select 'suggestion' from medicine_suggestion
      where patient_id = ${id} and status = 'waiting'
    union all
    select 'message' from conversation where patient_id = ${id} and waiting_since is not null
    union all
    select 'review' from followup
      where patient_id = ${id} and awaiting_doctor_since is not null and closed_at is null
    union all
    select 'told' from work_item where patient_id = ${id} and closed_at is null
    union all
    select 'task' from task where patient_id = ${id} and ended_at is null and not on_chart
    union all
    select 'notice' from patient where id = ${id} and care_ends_on is not null
    union all
    select 'identity' from onboarding
      where patient_id = ${id} and identity_status = 'review'`.execute(db);
  const found = new Set(rows.map(({ what }) => what));
  return (Object.keys(obstacles) as Obstacle[]).filter((each) => found.has(each));
}
