import { sql } from "kysely";
import { care } from "#contract/care/calls.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

type Known = { readonly id: string };

/** Packs one line of a patient's order from a lot; the number may be that of a box of it instead. */
export async function packed(
  { services: { db } }: TestServer,
  { orderId }: { readonly orderId: string },
  product: string,
  lot: string,
  onBox = false,
): Promise<void> {
  const { line } = await db
    .selectFrom("order_line")
    .select("line")
    .where("order_id", "=", orderId)
    .where("product_id", "like", `${product}%`)
    .executeTakeFirstOrThrow();
  const id = newId();
  await db.deleteFrom("order_fill").where("order_id", "=", orderId).where("line", "=", line).execute();
  await db
    .insertInto("order_fill")
    .values({ id, order_id: orderId, line, lot_number: onBox ? null : lot, packed_at: new Date() })
    .execute();
  const box = { gtin: "00300000000001", ndc: "00000-0000-01", lot_number: lot, whole: true };
  if (onBox)
    await db
      .insertInto("packed_box")
      .values({ id: newId(), fill_id: id, ...box })
      .execute();
}

/** As it is once the account is closed, without what else that ends. */
export async function closeAccount({ services: { db, secrets } }: TestServer, { id }: Known): Promise<void> {
  const email = secrets.seal("closed@example.test", sealed("patient.closed_email_sealed")(id));
  await db
    .updateTable("patient")
    .set({ closed_at: new Date(), closed_email_sealed: email })
    .where("id", "=", id)
    .execute();
}

/** Something about the patient isn't told to everybody. */
export async function restrict(server: TestServer, { id }: Known): Promise<void> {
  const fields = [
    { id: "whom", value: "insurer" },
    { id: "askedon", value: "2026-01-05" },
  ];
  const body = { kind: "restriction", words: "Nothing to the insurer", fields };
  const { status, raw } = await server.call(care.addPatientLog, { params: { id }, body }, { apiKey });
  if (status !== 201) throw new Error(`Logging a restriction answered ${status}: ${raw.payload}`);
}

/** The account of one becomes part of the other one's; the merge's id. */
export async function merged({ services: { db } }: TestServer, retired: Known, surviving: Known): Promise<string> {
  const id = newId();
  await sql`insert into record_merge (id, surviving_id, retired_id, asked_at, asked_by, open_until, surviving_confirmed_at,
      retired_confirmed_at, keeps, merged_at, dismissed_digest)
    values (${id}, ${surviving.id}, ${retired.id}, now(), 'key:test', now(), now(), now(), 'surviving', now(), ${Buffer.from(id)})`.execute(
    db,
  );
  return id;
}
