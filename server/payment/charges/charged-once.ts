/**
 * A restored database has forgotten what was charged since its backup, while the gateway has not. So what a charge pays for is named in words that
 * a restored database would write again, which its rows' new ids are not. The gateway's key is made of these words, and they stay with the
 * intent. Before such a charge is made, the gateway is asked for one that no row of ours knows of: it is adopted with its outcome. This holds
 * when the gateway has forgotten the key as well, and for two databases on one gateway.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { Database } from "#server/platform/database/open.ts";
import { currentIntent, type Intent, isLive } from "#server/platform/gateway/port.ts";

/** A subscription's period, charged by its day or ahead of it. */
export const periodPurpose = (subscriptionId: string, period: number): string => `period ${subscriptionId} ${period}`;

/** What a patient reorders of a subscription that rests; once a day. */
export const reorderPurpose = (subscriptionId: string, day: string): string => `reorder ${subscriptionId} ${day}`;

/** An upsell the patient accepted. */
export const upsellPurpose = (upsellId: string): string => `upsell ${upsellId}`;

/** A medicine a doctor suggested and the patient agreed to. */
export const suggestionPurpose = (suggestionId: string): string => `suggestion ${suggestionId}`;

/** A finished visit. For another amount it is another choice of the patient's. */
export const visitPurpose = (patientId: string, cents: number): string => `visit ${patientId} ${cents}`;

/** The gateway's key of the patient's `attempt`th charge for these purposes, from 1; of the row where there is none. */
export function chargeKeyOf(rowId: string, chargeFor: readonly string[], attempt: number): string {
  const [first, ...others] = chargeFor.toSorted();
  if (first === undefined) return `${rowId}:authorize`;
  // Gateways take no long keys.
  const digest = createHash("sha256")
    .update(JSON.stringify([others, attempt]))
    .digest("hex")
    .slice(0, 32);
  return `${first}:${digest}`;
}

/** What a charge is found again by. */
interface ChargeToFind {
  readonly order_id: string;
  readonly charge_key: string;
  readonly charge_for: readonly string[];
  /** The patient is not present when it is charged. */
  readonly off_session: boolean;
}

/**
 * The intent of this charge among its customer's, newest first: the order's own; else one made for the same by a database that is no more, or
 * the same attempt, declined. `isKnown`: a row of ours says what it is for. A patient who is present may order again what was given back.
 */
export function findCharge(
  charge: ChargeToFind,
  intents: readonly Intent[],
  isKnown: (intent: Intent) => boolean,
): Intent | null {
  const own = currentIntent(intents.filter(({ orderId }) => orderId === charge.order_id));
  if (own !== null) return own;
  const unknown = intents.filter((intent) => !isKnown(intent));
  const pays = ({ chargeFor }: Intent) => chargeFor.some((purpose) => charge.charge_for.includes(purpose));
  const isGivenBack = ({ amountCaptured, amountRefunded }: Intent) =>
    amountCaptured > 0 && amountRefunded >= amountCaptured;
  return (
    unknown.find((intent) => isLive(intent) && pays(intent) && (charge.off_session || !isGivenBack(intent))) ??
    unknown.find(({ status, chargeKey }) => status === "requires_payment_method" && chargeKey === charge.charge_key) ??
    null
  );
}

/** Which of these intents our rows know: as a charge, a mismatch or a release, or by their order. */
export async function knownIntentIds(db: Database, intents: readonly Intent[]): Promise<ReadonlySet<string>> {
  if (intents.length === 0) return new Set();
  const ids = sql`any(${intents.map(({ id }) => id)}::text[])`;
  const orders = intents.map(({ orderId }) => orderId).filter(isUuid);
  const { rows } = await sql<{ id: string }>`
    select gateway_intent_id as id from payment_intent where gateway_intent_id = ${ids}
    union all select gateway_intent_id from payment_mismatch where gateway_intent_id = ${ids}
    union all select gateway_intent_id from payment_release where gateway_intent_id = ${ids}
    union all select id::text from customer_order where id = any(${orders}::uuid[])`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return new Set(
    intents.filter(({ id, orderId }) => known.has(id) || (orderId !== null && known.has(orderId))).map(({ id }) => id),
  );
}
