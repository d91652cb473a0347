import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { DeclineErrorCode } from "#contract/http/errors.ts";
import type { PaymentSource } from "#contract/payment.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { type Database, type Tx, inTransaction } from "#server/platform/database/open.ts";
import { intentStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { type PaymentMethod, GatewayRefused, GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { withGatewayCustomer } from "./customer.ts";
import { declineRefusal } from "./declines.ts";

export type SourceRow = Selectable<Tables["payment_source"]>;

/** The card a patient's orders are paid with. */
export const defaultSource = (db: Database, patientId: string): Promise<SourceRow | undefined> =>
  db
    .selectFrom("payment_source")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("is_default", "=", true)
    .executeTakeFirst();

export const sourceById = (db: Database, id: string): Promise<SourceRow> =>
  db.selectFrom("payment_source").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The bank won't have the card charged again; without its holder it isn't, until a charge of it goes through. */
export async function refuseSource(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("payment_source").set({ refused_at: now }).where("id", "=", id).execute();
}

/** Whether a card may be charged while its holder isn't there. */
export async function mayBeChargedAlone(db: Database, { id, refused_at }: SourceRow): Promise<boolean> {
  if (refused_at === null) return true;
  const passed = await db
    .selectFrom("payment_intent")
    .select("id")
    .where("payment_source_id", "=", id)
    .where("created_at", ">", refused_at)
    .where("status", "in", intentStates.funded.list)
    .limit(1)
    .executeTakeFirst();
  return passed !== undefined;
}

/** The card isn't on file at the gateway any more, so the patient has none until they enter one. */
export async function forgetSource(db: Database, id: string): Promise<void> {
  await db.updateTable("payment_source").set({ is_default: false }).where("id", "=", id).execute();
}

/** For how long the same card entered again is the same press, in milliseconds: as long as a repeated call without a key is (`repeatWindowMs`). */
const samePressMs = 10 * 60_000;

/**
 * Saves brand, last four and expiry of an attached card and makes it the default; saved once per gateway payment method. The same card again within
 * minutes, not declined meanwhile, is the press repeated: the row there is is returned, with another payment method.
 */
export async function saveDefaultSource(
  tx: Tx,
  card: { readonly patientId: string; readonly gateway: string; readonly method: PaymentMethod; readonly now: Date },
): Promise<SourceRow> {
  const { patientId, gateway, method, now } = card;
  await acquireAdvisoryLock(tx, `payment source ${patientId}`);
  const before = await defaultSource(tx, patientId);
  if (before && now.getTime() - before.created_at.getTime() < samePressMs && isSameCard(before, method)) {
    const declined = await tx
      .selectFrom("payment_intent")
      .select("id")
      .where("payment_source_id", "=", before.id)
      .where("status", "=", "declined")
      .limit(1)
      .executeTakeFirst();
    if (!declined) return before;
  }
  await tx.updateTable("payment_source").set({ is_default: false }).where("patient_id", "=", patientId).execute();
  const cardColumns = {
    brand: method.brand,
    last4: method.last4,
    fingerprint: method.fingerprint,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    is_default: true,
    refused_at: await refusedAt(tx, patientId, method),
  };
  return tx
    .insertInto("payment_source")
    .values({
      id: newId(),
      patient_id: patientId,
      gateway,
      gateway_method_id: method.id,
      ...cardColumns,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["gateway", "gateway_method_id"])
        .doUpdateSet(cardColumns)
        .where("payment_source.patient_id", "=", patientId),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

const isSameCard = (row: SourceRow, { fingerprint, expMonth, expYear }: PaymentMethod): boolean =>
  fingerprint !== null && row.fingerprint === fingerprint && row.exp_month === expMonth && row.exp_year === expYear;

/** Since when a bank won't have this card charged, whoever of the rows it was. */
async function refusedAt(tx: Tx, patientId: string, method: PaymentMethod): Promise<Date | null> {
  const rows = await tx
    .selectFrom("payment_source")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("refused_at", "is not", null)
    .execute();
  return rows.find((row) => isSameCard(row, method))?.refused_at ?? null;
}

/** Whether the two patients have a card in common on file. */
export async function haveSameCard(db: Database, one: string, other: string): Promise<boolean> {
  const fingerprints = db.selectFrom("payment_source").select("fingerprint").where("patient_id", "=", one);
  const shared = await db
    .selectFrom("payment_source")
    .select("id")
    .where("patient_id", "=", other)
    .where("fingerprint", "in", fingerprints.where("fingerprint", "is not", null))
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
}

export const presentSource = (row: SourceRow): z.output<typeof PaymentSource> => ({
  id: row.id,
  brand: row.brand,
  last4: row.last4,
  expmonth: row.exp_month,
  expyear: row.exp_year,
  default: row.is_default,
});

type Deps = Pick<Services, "db" | "gateway" | "clock" | "secrets" | "log">;

/**
 * Puts a card on file by its token and makes it the default. Idempotent by key.
 * Refuses with a decline code, `bad_request` for an invalid or used token, `unavailable` when the gateway did not answer.
 */
export async function putCardOnFile(
  services: Deps & Refuses<DeclineErrorCode>,
  card: { readonly patientId: string; readonly source: string; readonly idempotencyKey: string },
): Promise<SourceRow> {
  const { patientId, source, idempotencyKey } = card;
  const { gateway, clock, log } = services;
  const attachment = await withGatewayCustomer(services, patientId, (customer) =>
    gateway.attachSource({ customer, source, idempotencyKey: `source:${patientId}:${idempotencyKey}` }),
  ).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if ("declined" in attachment) throw await declineRefusal(services, patientId, attachment.declined);
  const method = attachment.attached;
  const saved = await inTransaction(services, ({ db: tx }) =>
    saveDefaultSource(tx, { patientId, gateway: gateway.name, method, now: clock.now() }),
  );
  // One card is on file once at the gateway, too. If that fails, it's there twice, and charged by one.
  if (saved.gateway_method_id !== method.id)
    await gateway
      .detachSource(method.id)
      .catch(({ message }: Error) => log.warn({ err: { message } }, "a card is on file twice"));
  return saved;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof GatewayUnknownOutcome) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (!(error instanceof GatewayRefused)) return error;
  // The gateway doesn't know the customer: the key may be another account's.
  if (error.code === "not_found") return new Refusal("unavailable", { retryAfterSeconds: 5 });
  const message = sentence("payment.enter_card_again");
  return new Refusal("bad_request", { message, fields: [{ path: "source", message }] });
}
