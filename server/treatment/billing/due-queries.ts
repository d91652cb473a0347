import { sql } from "kysely";
import { endsCareBy, isDeathReported } from "#server/auth/public.ts";
import { hasChargesStopped } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { orderStates, subscriptionStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";

/** Rows handled in one round of billing; the rest is left to the next. */
const batchSize = 200;

// Each query reads its few pending rows by an index of their own, in the order of that index: the planner estimates their number from the
// whole table, and the plan must not depend on that.

const uniquePatientIds = (rows: readonly { patient_id: string }[]): string[] => [
  ...new Set(rows.map(({ patient_id }) => patient_id)),
];

const chargesToRemindOf = (db: Database, until: string) =>
  db
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .select("prescription_order.patient_id")
    .where("prescription_order.status", "=", "scheduled")
    .where("failed_on", "is", null)
    .where("held_back_from", "is", null)
    .where("reminded_on", "is", null)
    .where("charge_on", "<=", until)
    .where("subscription.status", "in", subscriptionStates.reminded.list)
    // A dispute suspends their charges: the reminder would not come true.
    .where((where) => where.not(hasChargesStopped("prescription_order.patient_id")))
    // Notified of now, it comes that day or later.
    .where((where) => where.not(endsCareBy("prescription_order.patient_id", until)))
    .orderBy("charge_on")
    .limit(batchSize);

/** Patients with a charge planned until `until` that they have not been notified of. `until` is the first day a charge can be of that is announced now. */
export const patientsToRemind = async (db: Database, until: string): Promise<string[]> =>
  uniquePatientIds(await chargesToRemindOf(db, until).execute());

/**
 * Patients with a charge planned until `until` for which no refill is left, or whose companion's refills cover fewer days than it does, and
 * whose doctor has not been asked to renew.
 */
export const patientsToRequestRenewal = async (
  { db, content }: Pick<Services, "db" | "content">,
  until: string,
): Promise<string[]> =>
  uniquePatientIds(
    await db
      // By themselves first: together with what is past, the planner expects half of all charges to be near, and reads every prescription for each.
      .with(
        (cte) => cte("near").materialized(),
        (near) =>
          near
            .selectFrom("prescription_order")
            .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
            .select([
              "charge_on",
              "subscription.id",
              "subscription.patient_id",
              "subscription.product_id",
              "subscription.days_supply",
            ])
            .where("prescription_order.status", "=", "scheduled")
            .where("failed_on", "is", null)
            .where("held_back_from", "is", null)
            .where("charge_on", "<=", until)
            .where("subscription.status", "=", "active")
            .where((where) =>
              where.not(endsCareBy("prescription_order.patient_id", sql.ref("prescription_order.charge_on"))),
            ),
      )
      .selectFrom("near as subscription")
      .innerJoin("subscription as running", (join) =>
        join.onRef("running.patient_id", "=", "subscription.patient_id").on("running.status", "=", "active"),
      )
      .innerJoin("prescription", (join) =>
        join
          .onRef("prescription.patient_id", "=", "running.patient_id")
          .onRef("prescription.product_id", "=", "running.product_id")
          .on("prescription.status", "=", "active"),
      )
      .leftJoin("renewal_request", (join) =>
        join.onRef("renewal_request.prescription_id", "=", "prescription.id").on("renewal_request.status", "=", "open"),
      )
      .select("subscription.patient_id")
      .where((q) =>
        q.or([
          q.and([q("running.id", "=", q.ref("subscription.id")), q("prescription.refills_left", "=", 0)]),
          ...companionProducts(content).map(([dependent, companion]) =>
            q.and([
              q("subscription.product_id", "in", dependent),
              q("running.product_id", "in", companion),
              q(
                q("prescription.refills_left", "*", q.ref("running.days_supply")),
                "<",
                q.ref("subscription.days_supply"),
              ),
            ]),
          ),
        ]),
      )
      .where("prescription.on_hold_at", "is", null)
      .where((q) => q.not(isDeathReported("subscription.patient_id")))
      .where("renewal_request.id", "is", null)
      .orderBy("charge_on")
      .limit(batchSize)
      .execute(),
  );

/** Products that need a companion, and the products that are that companion. */
const companionProducts = ({ requirements, catalogue }: Services["content"]) =>
  requirements.flatMap(({ ifcategory, require }) => {
    const productIdsOf = (category: string) =>
      catalogue.products
        .filter(({ categories }) => categories.some((each) => each === category))
        .map(({ productid }) => productid);
    const [dependent, companion] = [productIdsOf(ifcategory), productIdsOf(require)];
    return dependent.length > 0 && companion.length > 0 ? [[dependent, companion] as const] : [];
  });

type Asking = Pick<Services, "content" | "clock"> & { readonly db: Database };

const chargesDue = ({ content, clock }: Asking, today: string) => {
  const zones = JSON.stringify(Object.fromEntries(content.states.map(({ id, timezone }) => [id, timezone])));
  const zone = sql`coalesce(p.timezone, ${zones}::jsonb ->> p.state, ${content.brand.timezone})`;
  return sql<{ patient_id: string }>`
    select patient_id from (
      select o.patient_id, o.charge_on as day from prescription_order o join subscription s on s.id = o.subscription_id
        where o.status = 'scheduled' and o.failed_on is null and o.held_back_from is null and o.reminded_on is not null
          and o.charge_on <= ${today} and s.status = 'active'
      union all
      select o.patient_id, o.retry_on from prescription_order o join subscription s on s.id = o.subscription_id
        where o.status = 'scheduled' and o.held_back_from is null and o.retry_on <= ${today} and s.status = 'past_due'
    ) due join patient p on p.id = due.patient_id
    where (care_ends_on is null or care_ends_on > greatest(${today}::date, day)) and day <= (${clock.now()}::timestamptz at time zone ${zone})::date
    group by patient_id order by min(day) limit ${batchSize}`;
};

/**
 * Patients with a charge due today: planned and notified, or past due with a retry due. Where the patient is, its day has begun, too: who waits for it
 * must not fill the round.
 */
export const patientsToCharge = async (services: Asking, today: string): Promise<string[]> =>
  uniquePatientIds((await chargesDue(services, today).execute(services.db)).rows);

const pausesToEnd = (db: Database, today: string) =>
  db
    .selectFrom("subscription")
    .select("patient_id")
    .distinct()
    .where("status", "=", "paused")
    .where("paused_until", "<=", today)
    .limit(batchSize);

/** Patients with a pause that ends today or has ended. */
export const patientsToResume = async (db: Database, today: string): Promise<string[]> =>
  uniquePatientIds(await pausesToEnd(db, today).execute());

const ordersToSettle = (db: Database) =>
  db
    .selectFrom("prescription_order")
    .innerJoin("customer_order", "customer_order.id", "prescription_order.order_id")
    .select("customer_order.id")
    .where("prescription_order.status", "=", "ordered")
    .where("prescription_order.completed_at", "is", null)
    .where("customer_order.status", "in", orderStates.finished.list)
    .orderBy("prescription_order.created_at")
    .limit(batchSize);

/** Renewal orders with an outcome that has not been settled. */
export const unsettledRenewalOrders = async (db: Database): Promise<string[]> => [
  ...new Set((await ordersToSettle(db).execute()).map(({ id }) => id)),
];

/** Whether a round of billing would find anything, in one statement: in most minutes it finds nothing. `remindUntil` as for `patientsToRemind`. */
export async function isAnythingDue(services: Asking, today: string, remindUntil: string): Promise<boolean> {
  const { db } = services;
  const { rows } = await sql<{ due: boolean }>`
    select exists (${ordersToSettle(db)}) or exists (${pausesToEnd(db, today)}) or exists (${chargesToRemindOf(db, remindUntil)})
      or exists (${chargesDue(services, today)}) as due`.execute(db);
  return rows[0]?.due === true;
}
