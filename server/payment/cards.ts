import type { DeclineErrorCode } from "#contract/http/errors.ts";
import type { Selectable } from "kysely";
import type { PaymentSource } from "#contract/payment.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { type Database, type Tx, inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { type PaymentMethod, GatewayRefused, GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import type * as z from "zod/mini";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { ensureGatewayCustomer } from "./customer.ts";
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

/** Saves brand, last four and expiry of an attached card and makes it the default; saved once per gateway payment method. */
export async function saveDefaultSource(
  tx: Tx,
  card: { readonly patientId: string; readonly gateway: string; readonly method: PaymentMethod; readonly now: Date },
): Promise<SourceRow> {
  const { patientId, gateway, method, now } = card;
  await acquireAdvisoryLock(tx, `payment source ${patientId}`);
  await tx
    .updateTable("payment_source")
    .set({ is_default: false })
    .where("patient_id", "=", patientId)
    .where("is_default", "=", true)
    .execute();
  const cardColumns = {
    brand: method.brand,
    last4: method.last4,
    fingerprint: method.fingerprint,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    is_default: true,
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

type Deps = Pick<Services, "db" | "gateway" | "clock" | "secrets">;

/**
 * Puts a card on file by its token and makes it the default. Idempotent by key.
 * Refuses with a decline code, `bad_request` for an invalid or used token, `unavailable` when the gateway did not answer.
 */
export async function putCardOnFile(
  services: Deps & Refuses<DeclineErrorCode>,
  card: { readonly patientId: string; readonly source: string; readonly idempotencyKey: string },
): Promise<SourceRow> {
  const { patientId, source, idempotencyKey } = card;
  const { gateway, clock, db } = services;
  const attachment = await ensureGatewayCustomer(services, patientId)
    .then((customer) =>
      gateway.attachSource({ customer, source, idempotencyKey: `source:${patientId}:${idempotencyKey}` }),
    )
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  if ("declined" in attachment) throw await declineRefusal(services, patientId, attachment.declined);
  const method = attachment.attached;
  return inTransaction(db, (tx) =>
    saveDefaultSource(tx, { patientId, gateway: gateway.name, method, now: clock.now() }),
  );
}

function refusalOf(error: unknown): unknown {
  if (error instanceof GatewayUnknownOutcome) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (!(error instanceof GatewayRefused)) return error;
  const message = sentence("payment.enter_card_again");
  return new Refusal("bad_request", { message, fields: [{ path: "source", message }] });
}
