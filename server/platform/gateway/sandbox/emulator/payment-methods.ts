import { type AttachSourceResult, type DeclineCode, type PaymentMethod } from "../../port.ts";
import type { CardDetails } from "./card-validation.ts";
import { EmulatorRefused, type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";
import { runIdempotent } from "./idempotency.ts";
import { cardOfTestToken } from "./test-cards.ts";

/** Stores a card's details under a new single-use token. */
export async function createToken({ db, clock }: Emulator, card: CardDetails): Promise<string> {
  const id = sandboxId("tok");
  await db
    .insertInto("sandbox.token")
    .values({ id, ...cardColumns(card), created_at: clock.now() })
    .execute();
  return id;
}

export function createCustomer(emulator: Emulator, input: { patientId: string }, key: string): Promise<{ id: string }> {
  return runIdempotent(emulator, key, { call: "create customer", input }, async (tx) => {
    const id = sandboxId("cus");
    await tx
      .insertInto("sandbox.customer")
      .values({ id, patient_id: input.patientId, created_at: emulator.clock.now() })
      .execute();
    return { id };
  });
}

/** Whether a customer was deleted. */
export async function isDeleted({ db }: Emulator, id: string): Promise<boolean> {
  const row = await db.selectFrom("sandbox.customer").select("deleted_at").where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw resourceMissing("customer");
  return row.deleted_at !== null;
}

export async function deleteCustomer(emulator: Emulator, id: string): Promise<void> {
  if (await isDeleted(emulator, id)) return;
  const deleted_at = emulator.clock.now();
  await emulator.db.updateTable("sandbox.customer").set({ deleted_at }).where("id", "=", id).execute();
}

/** Turns a token into a payment method that is not on file yet. */
export function createPaymentMethod(emulator: Emulator, input: { token: string }, key: string): Promise<PaymentMethod> {
  return runIdempotent(emulator, key, { call: "create payment method", input }, async (tx) => {
    const now = emulator.clock.now();
    const card = await redeemToken(tx, input.token, now);
    const id = sandboxId("pm");
    await tx
      .insertInto("sandbox.payment_method")
      .values({ id, ...cardColumns(card), created_at: now })
      .execute();
    return { id, ...publicCardFields(card), expMonth: card.expMonth, expYear: card.expYear };
  });
}

export function attachPaymentMethod(
  emulator: Emulator,
  input: { paymentMethod: string; customer: string },
  key: string,
): Promise<AttachSourceResult> {
  return runIdempotent<AttachSourceResult>(emulator, key, { call: "attach payment method", input }, async (tx) => {
    await assertCustomerExists(tx, input.customer);
    const row = await tx
      .selectFrom("sandbox.payment_method")
      .selectAll()
      .where("id", "=", input.paymentMethod)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw resourceMissing("payment method", "payment_method");
    if (row.detached)
      throw new EmulatorRefused("", "A payment method that was detached may not be used again", "payment_method");
    if (row.customer_id !== null && row.customer_id !== input.customer) {
      throw new EmulatorRefused(
        "payment_method_unexpected_state",
        "The payment method belongs to another customer",
        "payment_method",
      );
    }
    if (row.attach_decline !== null) return { declined: row.attach_decline as DeclineCode };
    await tx
      .updateTable("sandbox.payment_method")
      .set({ customer_id: input.customer })
      .where("id", "=", row.id)
      .execute();
    return {
      attached: { id: row.id, ...publicCardFields(row), expMonth: row.exp_month, expYear: row.exp_year },
    };
  });
}

/** Takes a card off file; one that isn't on file is refused, without a code. */
export async function detachPaymentMethod({ db }: Emulator, id: string): Promise<PaymentMethod> {
  const row = await db
    .updateTable("sandbox.payment_method")
    .set({ customer_id: null, detached: true })
    .where("id", "=", id)
    .where("customer_id", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new EmulatorRefused("", "The payment method is not attached to a customer");
  return { id, ...publicCardFields(row), expMonth: row.exp_month, expYear: row.exp_year };
}

/** A payment method and the customer it is on file for; a deleted customer has none. */
export async function retrievePaymentMethod(
  { db }: Emulator,
  id: string,
): Promise<PaymentMethod & { readonly customer: string | null }> {
  const row = await db
    .selectFrom("sandbox.payment_method as method")
    .leftJoin("sandbox.customer as holder", (join) =>
      join.onRef("holder.id", "=", "method.customer_id").on("holder.deleted_at", "is", null),
    )
    .selectAll("method")
    .select("holder.id as holder")
    .where("method.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw resourceMissing("payment method", "payment_method");
  return { id, ...publicCardFields(row), expMonth: row.exp_month, expYear: row.exp_year, customer: row.holder };
}

/** Changes how the bank answers future charges of a card on file: with a decline code of Stripe's. */
export async function setChargeDecline({ db }: Emulator, paymentMethod: string, decline: string | null): Promise<void> {
  const changed = await db
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: decline })
    .where("id", "=", paymentMethod)
    .returning("id")
    .executeTakeFirst();
  if (changed === undefined) throw resourceMissing("payment method", "payment_method");
}

async function redeemToken(tx: SandboxTx, token: string, now: Date): Promise<CardDetails> {
  const testCard = cardOfTestToken(token);
  if (testCard !== undefined) return { ...testCard, expMonth: 12, expYear: now.getUTCFullYear() + 3 };
  const row = await tx.selectFrom("sandbox.token").selectAll().where("id", "=", token).forUpdate().executeTakeFirst();
  if (row === undefined) throw resourceMissing("token", "token");
  if (row.used_at !== null) throw new EmulatorRefused("token_already_used", "A token can be used once", "token");
  await tx.updateTable("sandbox.token").set({ used_at: now }).where("id", "=", token).execute();
  return {
    brand: row.brand,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    attachDecline: row.attach_decline as DeclineCode | null,
    chargeDecline: row.charge_decline as DeclineCode | null,
    threeDSecure: row.three_d_secure as "once" | "always" | null,
  };
}

export async function assertCustomerExists(tx: SandboxTx, id: string): Promise<void> {
  const row = await tx.selectFrom("sandbox.customer").select("deleted_at").where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw resourceMissing("customer");
  if (row.deleted_at !== null) throw resourceMissing("customer", "customer");
}

/** Only these fields of a card are kept, so they identify it. */
const publicCardFields = ({ brand, last4 }: { readonly brand: string; readonly last4: string }) => ({
  brand,
  last4,
  fingerprint: `fp_${brand}_${last4}`,
});

const cardColumns = (card: CardDetails) => ({
  brand: card.brand,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  attach_decline: card.attachDecline,
  charge_decline: card.chargeDecline,
  three_d_secure: card.threeDSecure ?? null,
});

export const resourceMissing = (what: string, param: string | null = null): EmulatorRefused =>
  new EmulatorRefused("resource_missing", `No such ${what}`, param);
