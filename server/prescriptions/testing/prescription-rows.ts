import type { Insertable, Selectable, Updateable } from "kysely";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";

export const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"] as const;

type Prescription = Selectable<Tables["prescription"]>;

export interface Prescribed extends InCare {
  readonly [patch]: Prescription;
  readonly [capsule]: Prescription;
}

/** Two patients in care with a patch and capsules each: what is meant for one prescription may touch neither of the others. */
export const twoPrescribed = async (server: TestServer): Promise<[Prescribed, Prescribed]> => [
  await prescribed(server),
  await prescribed(server),
];

async function prescribed(server: TestServer): Promise<Prescribed> {
  const patient = await inCare(server, { delivered: false });
  const rows = await server.services.db
    .selectFrom("prescription")
    .selectAll()
    .where("patient_id", "=", patient.id)
    .execute();
  const of = (product: string) => {
    const found = rows.find(({ product_id }) => product_id === product);
    if (!found) throw new Error(`No ${product} was prescribed`);
    return found;
  };
  return { ...patient, [patch]: of(patch), [capsule]: of(capsule) };
}

/** Another prescription of the same product, later by a minute. */
export async function prescribeAgain(
  { services: { db } }: TestServer,
  earlier: Prescription,
  values: Partial<Insertable<Tables["prescription"]>> = {},
): Promise<string> {
  const id = newId();
  const approved_at = new Date(earlier.approved_at.getTime() + 60_000);
  const rx_number = `RX-${id}`;
  await db
    .insertInto("prescription")
    .values({ ...earlier, id, rx_number, approved_at, directions_sealed: null, ...values })
    .execute();
  return id;
}

export const updatePrescription = async (
  { services: { db } }: TestServer,
  { id }: Pick<Prescription, "id">,
  values: Updateable<Tables["prescription"]>,
): Promise<void> => void (await db.updateTable("prescription").set(values).where("id", "=", id).execute());

/** Another line of the order they came with, free, for which a fill of its prescription was consumed. */
export async function addFilledLine(
  { services: { db } }: TestServer,
  { orderId, ...of }: Prescribed,
  product: typeof patch | typeof capsule,
): Promise<void> {
  const lines = db.selectFrom("order_line").selectAll().where("order_id", "=", orderId);
  const line = await lines.where("product_id", "=", product).executeTakeFirstOrThrow();
  await db
    .insertInto("order_line")
    .values({
      ...{ ...line, line: line.line + 10, prescription_id: of[product].id },
      ...{ unit_price_cents: 0, discount_cents: 0, tax_cents: 0 },
    })
    .execute();
}

/** Cancels the lines of the order they came with that have this product. */
export const cancelLines = async (
  { services: { db, clock } }: TestServer,
  { orderId }: Prescribed,
  product: string,
): Promise<void> =>
  void (await db
    .updateTable("order_line")
    .set({ cancelled_at: clock.now() })
    .where("order_id", "=", orderId)
    .where("product_id", "=", product)
    .execute());

/** Asks for a renewal of a prescription; answers its id. */
export async function askForRenewal(
  { services: { db, clock } }: TestServer,
  { id: prescription_id, patient_id }: Prescription,
  values: Partial<Insertable<Tables["renewal_request"]>> = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto("renewal_request")
    .values({ id, patient_id, prescription_id, status: "open", requested_at: clock.now(), ...values })
    .execute();
  return id;
}

/** A doctor's change from a prescription to another product, agreed to; with `directions` for what the patient has of it. */
export async function changeTo(
  { services: { db, clock, secrets } }: TestServer,
  { id: from, patient_id, doctor_id, product_id }: Prescription,
  toProduct: string,
  values: Partial<Insertable<Tables["treatment_change"]>> = {},
  directions: string | null = null,
): Promise<void> {
  const subscriptions = db.selectFrom("subscription").select("id").where("patient_id", "=", patient_id);
  const { id: subscription_id } = await subscriptions.limit(1).executeTakeFirstOrThrow();
  const id = newId();
  const seal = sealed("treatment_change.until_directions_sealed")(id);
  await db
    .insertInto("treatment_change")
    .values({
      ...{ id, patient_id, subscription_id, doctor_id, status: "agreed", refills: 1 },
      ...{ from_product_id: product_id, from_pricing_id: "before", from_price_cents: 1, from_prescription_id: from },
      ...{ to_product_id: toProduct, to_pricing_id: "after", to_price_cents: 1 },
      ...{ created_at: clock.now(), decided_at: clock.now() },
      ...(directions !== null && { until: "directions", until_directions_sealed: sealText(secrets, directions, seal) }),
      ...values,
    })
    .execute();
}

/** What `work` changes in the prescriptions and renewals of all patients, by the id of the row. */
export async function changesBy(
  { services: { db } }: TestServer,
  work: () => Promise<unknown>,
): Promise<Record<string, Record<string, unknown>>> {
  const rows = async () => [
    ...(await db.selectFrom("prescription").selectAll().execute()),
    ...(await db.selectFrom("renewal_request").selectAll().execute()),
  ];
  const before = new Map((await rows()).map((row) => [row.id, new Map<string, unknown>(Object.entries(row))]));
  await work();
  const changed = (await rows()).flatMap((row) => {
    const was = before.get(row.id);
    const fields = Object.entries(row).filter(([name, value]) => String(was?.get(name)) !== String(value));
    return fields.length === 0 ? [] : [[row.id, Object.fromEntries(fields)] as const];
  });
  return Object.fromEntries(changed);
}
