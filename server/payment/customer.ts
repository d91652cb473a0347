import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "gateway">;

/** The patient's id at the gateway, created on first use. The gateway's idempotency key makes parallel first uses the same customer. */
export async function ensureGatewayCustomer({ db, gateway }: Deps, patientId: string): Promise<string> {
  const known = await findGatewayCustomer(db, patientId);
  if (known) return known;
  const { id } = await gateway.createCustomer({ patientId, idempotencyKey: `customer:${patientId}` });
  await db
    .insertInto("payment_customer")
    .values({ patient_id: patientId, gateway: gateway.name, gateway_customer_id: id })
    .onConflict((conflict) => conflict.column("patient_id").doNothing())
    .execute();
  return (await findGatewayCustomer(db, patientId)) ?? id;
}

/** Whether the gateway's customer is a patient of ours. */
export async function isGatewayCustomer(db: Deps["db"], customer: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_customer")
    .select("patient_id")
    .where("gateway_customer_id", "=", customer)
    .executeTakeFirst();
  return row !== undefined;
}

/** The patient's id at the gateway; undefined if they were never charged. */
export async function findGatewayCustomer(db: Deps["db"], patientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("payment_customer")
    .select("gateway_customer_id")
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return row?.gateway_customer_id;
}
