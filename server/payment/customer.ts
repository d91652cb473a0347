import { sql } from "kysely";
import { inTransaction } from "#server/platform/database/open.ts";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "gateway">;

/**
 * Does `work` with the patient's id at the gateway. A customer who was deleted there is made anew, once: their cards went with them, so the patient has
 * none until they enter one.
 */
export async function withGatewayCustomer<T>(
  services: Deps,
  patientId: string,
  work: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await ensureGatewayCustomer(services, patientId);
  try {
    return await work(customer);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return work(await replaceGatewayCustomer(services, patientId, customer));
  }
}

/** The gateway says that the customer was deleted. */
export const isCustomerGone = (error: unknown): boolean =>
  error instanceof GatewayRefused && error.code === "customer_gone";

/** The patient's id at the gateway, created on first use. The gateway's idempotency key makes parallel first uses the same customer. */
export async function ensureGatewayCustomer({ db, gateway }: Deps, patientId: string): Promise<string> {
  const known = await findGatewayCustomer(db, patientId);
  if (known) return known;
  const { id } = await gateway.createCustomer({ patientId, idempotencyKey: `customer:${patientId}` });
  await db
    .insertInto("payment_customer")
    .values({ patient_id: patientId, gateway: gateway.name, gateway_customer_id: id })
    // Of the patient and of the customer: parallel first uses may meet in either.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findGatewayCustomer(db, patientId)) ?? id;
}

/** Parallel replacements are one, by the gateway's key, which names the customer that is gone. */
export async function replaceGatewayCustomer({ db, gateway }: Deps, patientId: string, gone: string): Promise<string> {
  const { id } = await gateway.createCustomer({ patientId, idempotencyKey: `customer:${patientId}:after:${gone}` });
  await inTransaction({ db }, async ({ db: tx }) => {
    const replaced = await tx
      .updateTable("payment_customer")
      .set({ gateway_customer_id: id, former_ids: sql`former_ids || ${gone}::text` })
      .where("patient_id", "=", patientId)
      .where("gateway_customer_id", "=", gone)
      .returning("patient_id")
      .executeTakeFirst();
    if (replaced === undefined) return;
    await tx.updateTable("payment_source").set({ is_default: false }).where("patient_id", "=", patientId).execute();
  });
  return (await findGatewayCustomer(db, patientId)) ?? id;
}

/** Whether the gateway's customer is, or was, a patient of ours. */
export async function isGatewayCustomer(db: Deps["db"], customer: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_customer")
    .select("patient_id")
    .where((where) =>
      where.or([
        where("gateway_customer_id", "=", customer),
        where("former_ids", "@>", sql<string[]>`array[${customer}]::text[]`),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

const findGatewayCustomer = async (db: Deps["db"], patientId: string): Promise<string | undefined> =>
  (await gatewayCustomersOf(db, patientId))[0];

/** The patient's id at the gateway, then those of customers that were deleted there; none if they were never charged. */
export async function gatewayCustomersOf(db: Deps["db"], patientId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom("payment_customer")
    .select(["gateway_customer_id", "former_ids"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return row === undefined ? [] : [row.gateway_customer_id, ...row.former_ids];
}
