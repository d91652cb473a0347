import { sql, type Selectable } from "kysely";
import type { Content } from "#content/load.ts";
import type { ShippingAddress, ShippingAddressBody } from "#contract/entities.ts";
import { lockNamed } from "#server/platform/database/lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import type * as z from "zod/mini";

export type Address = z.output<typeof ShippingAddress>;
type Body = z.output<typeof ShippingAddressBody>;
type Row = Selectable<Tables["shipping_address"]>;
type Parts = Pick<Services, "db" | "secrets" | "clock">;

/** What is sealed of an address. */
type Lines = Pick<Address, "firstname" | "lastname" | "address1" | "address2" | "phoneno">;

const place = (id: string) => `shipping_address.lines_sealed:${id}`;

/** Whether orders may be shipped to the state. */
export const isServed = (content: Content, state: string): boolean =>
  content.states.some((each) => each.id === state && each.status === "served");

/** Her addresses, the default first. */
export async function addressesOf(
  { db, secrets }: Pick<Parts, "db" | "secrets">,
  patientId: string,
): Promise<Address[]> {
  const rows = await ofPatient(db, patientId)
    .orderBy("is_default", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => present(secrets, row));
}

/** The address orders go to, or null. */
export async function defaultShipping(
  { db, secrets }: Pick<Parts, "db" | "secrets">,
  patientId: string,
): Promise<Address | null> {
  const row = await ofPatient(db, patientId).where("is_default", "=", true).executeTakeFirst();
  return row ? present(secrets, row) : null;
}

export const defaultAddressRow = (db: Database, patientId: string) =>
  db.selectFrom("shipping_address").select("state").where("patient_id", "=", patientId).where("is_default", "=", true);

/** The state orders of somebody who has ordered go to: that of her address, or where the last one went. */
export async function shipStateOf(db: Database, patientId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select coalesce((select state from shipping_address where patient_id = ${patientId} and is_default),
      (select ship_state from customer_order where patient_id = ${patientId} order by placed_at desc limit 1)) as state`.execute(
    db,
  );
  return rows[0]?.state ?? "";
}

/** One of her addresses; undefined for an id that is none of hers. */
export async function addressById(
  { db, secrets }: Pick<Parts, "db" | "secrets">,
  patientId: string,
  id: string,
): Promise<Address | undefined> {
  const row = await ofPatient(db, patientId).where("id", "=", id).executeTakeFirst();
  return row && present(secrets, row);
}

/** Adds an address, which becomes the default. */
export async function addAddress(tx: Tx, { secrets, clock }: Parts, patientId: string, body: Body): Promise<Address> {
  await lockNamed(tx, `shipping address ${patientId}`);
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
      ...columns(secrets, id, body),
      is_default: true,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(secrets, row);
}

/** Changes one of her addresses; undefined for an id that is none of hers. */
export async function changeAddress(
  { db, secrets, clock }: Parts,
  patientId: string,
  id: string,
  body: Body,
): Promise<Address | undefined> {
  const row = await db
    .updateTable("shipping_address")
    .set({ ...columns(secrets, id, body), updated_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && present(secrets, row);
}

const ofPatient = (db: Database, patientId: string) =>
  db.selectFrom("shipping_address").selectAll().where("patient_id", "=", patientId);

function columns(secrets: Secrets, id: string, body: Body) {
  const lines: Lines = {
    firstname: body.firstname ?? null,
    lastname: body.lastname ?? null,
    address1: body.address1,
    address2: body.address2 || null,
    phoneno: body.phoneno ?? null,
  };
  return { lines_sealed: secrets.seal(lines, place(id)), city: body.city, state: body.state, zipcode: body.zipcode };
}

const present = (secrets: Secrets, row: Row): Address => ({
  id: row.id,
  ...secrets.open<Lines>(row.lines_sealed, place(row.id)),
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  country: "US",
  default: row.is_default,
});
