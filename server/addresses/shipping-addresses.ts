import { sql, type Selectable } from "kysely";
import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { ShippingAddress, ShippingAddressBody } from "#contract/orders/addresses.ts";
import { writeShippingPhone } from "#server/auth/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

export type Address = z.output<typeof ShippingAddress>;
type AddressBody = z.output<typeof ShippingAddressBody>;
type AddressRow = Selectable<Tables["shipping_address"]>;
type Deps = Pick<Services, "db" | "secrets" | "clock">;

/** The encrypted part of an address. */
type SealedLines = Pick<Address, "firstname" | "lastname" | "address1" | "address2" | "phoneno">;

const sealContext = sealed("shipping_address.lines_sealed");

/** Whether orders may be shipped to the state. */
export const isStateServed = ({ states }: Pick<Content, "states">, state: string | null): boolean =>
  states.some((each) => each.id === state && each.status === "served");

/** Refuses `not_available_in_state` where they may not. */
export function requireStateServed(
  { content, refuse }: { readonly content: Pick<Content, "states"> } & Refuses<"not_available_in_state">,
  state: string | null,
): void {
  if (!isStateServed(content, state)) throw refuse("not_available_in_state");
}

/** The patient's addresses, the default first. */
export async function addressesOf(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  patientId: string,
): Promise<Address[]> {
  const rows = await patientAddressRows(db, patientId)
    .orderBy("is_default", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => present(secrets, row));
}

/** The address orders go to, or null. */
export async function defaultShippingAddress(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  patientId: string,
): Promise<Address | null> {
  const row = await patientAddressRows(db, patientId).where("is_default", "=", true).executeTakeFirst();
  return row ? present(secrets, row) : null;
}

export const defaultShipStateRow = (db: Database, patientId: string) =>
  db.selectFrom("shipping_address").select("state").where("patient_id", "=", patientId).where("is_default", "=", true);

/** The state a returning patient's orders go to: that of their address, or else of their last order. */
export async function shipStateOf(db: Database, patientId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select coalesce((select state from shipping_address where patient_id = ${patientId} and is_default),
      (select shipping_state from customer_order where patient_id = ${patientId} order by placed_at desc limit 1)) as state`.execute(
    db,
  );
  return rows[0]?.state ?? "";
}

/** One of the patient's addresses; undefined for an id that is not theirs. */
export async function addressById(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  patientId: string,
  id: string,
): Promise<Address | undefined> {
  const row = await patientAddressRows(db, patientId).where("id", "=", id).executeTakeFirst();
  return row && present(secrets, row);
}

/** Adds an address, which becomes the default. */
export async function addAddress(
  tx: Tx,
  { secrets, clock }: Deps,
  patientId: string,
  body: AddressBody,
): Promise<Address> {
  await acquireAdvisoryLock(tx, `shipping address ${patientId}`);
  await tx
    .updateTable("shipping_address")
    .set({ is_default: false })
    .where("patient_id", "=", patientId)
    .where("is_default", "=", true)
    .execute();
  const [id, now] = [newId(), clock.now()];
  const row = await tx
    .insertInto("shipping_address")
    .values({
      id,
      patient_id: patientId,
      ...addressColumns(secrets, id, body),
      is_default: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeShippingPhone({ db: tx, secrets }, patientId, body.phoneno ?? null);
  return present(secrets, row);
}

/** Updates one of the patient's addresses; undefined for an id that is not theirs. */
export async function updateAddress(
  { db, secrets, clock }: Omit<Deps, "db"> & { readonly db: Tx },
  patientId: string,
  id: string,
  body: AddressBody,
): Promise<Address | undefined> {
  const row = await db
    .updateTable("shipping_address")
    .set({ ...addressColumns(secrets, id, body), updated_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row?.is_default) await writeShippingPhone({ db, secrets }, patientId, body.phoneno ?? null);
  return row && present(secrets, row);
}

/** Writes anew which phones these patients are found by as those of their shipping addresses. */
export async function rebuildShippingPhones(
  { db, secrets }: Omit<Deps, "db" | "clock"> & { readonly db: Tx },
  patientIds: readonly string[],
): Promise<void> {
  if (patientIds.length === 0) return;
  const rows = await db
    .selectFrom("shipping_address")
    .selectAll()
    .where("patient_id", "in", [...patientIds])
    .where("is_default", "=", true)
    .execute();
  const phones = new Map(rows.map((row) => [row.patient_id, present(secrets, row).phoneno]));
  for (const id of patientIds) await writeShippingPhone({ db, secrets }, id, phones.get(id) ?? null);
}

const patientAddressRows = (db: Database, patientId: string) =>
  db.selectFrom("shipping_address").selectAll().where("patient_id", "=", patientId);

function addressColumns(secrets: Secrets, id: string, body: AddressBody) {
  const lines: SealedLines = {
    firstname: body.firstname ?? null,
    lastname: body.lastname ?? null,
    address1: body.address1,
    address2: body.address2 || null,
    phoneno: body.phoneno ?? null,
  };
  return {
    lines_sealed: secrets.seal(lines, sealContext(id)),
    city: body.city,
    state: body.state,
    zipcode: body.zipcode,
  };
}

const present = (secrets: Secrets, row: AddressRow): Address => ({
  id: row.id,
  ...secrets.open<SealedLines>(row.lines_sealed, sealContext(row.id)),
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  country: "US",
  default: row.is_default,
});
