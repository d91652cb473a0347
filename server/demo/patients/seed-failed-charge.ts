import { patientById } from "#server/auth/public.ts";
import { reminderDays } from "#server/prescriptions/public.ts";
import { billingQueue } from "#server/treatment/public.ts";
import { setDaysAgo } from "./seed-clinic-steps.ts";
import type { SeedServer } from "./seed-server.ts";
import type { DemoPatient } from "./seed-visit.ts";

type Reason = NonNullable<DemoPatient["failedpayment"]>;

/** The next prescription order falls due, and the card is declined: the days before `failed` (in days before now) pass one by one. */
export async function seedFailedCharge(
  seedServer: SeedServer,
  id: string,
  reason: Reason,
  failed: number,
): Promise<void> {
  const { services } = seedServer;
  await makeCardDecline(seedServer, id, reason);
  for (let days = failed + reminderDays + 3; days >= failed; days -= 1) {
    if ((await patientById(services, id)).failedTransactionReason !== null) return;
    setDaysAgo(seedServer, days);
    await services.jobs.enqueue(services.db, billingQueue, {});
    await services.jobs.drain();
  }
}

/** Makes the sandbox gateway decline the patient's card from now on; an expired card gets a date in the past. */
async function makeCardDecline({ services: { db } }: SeedServer, patientId: string, reason: Reason): Promise<void> {
  const expiry = reason === "expired_card" ? { exp_month: 8, exp_year: 2026 } : {};
  const card = await db
    .updateTable("payment_source")
    .set({ is_default: true, ...expiry })
    .where("patient_id", "=", patientId)
    .where("is_default", "=", true)
    .returning("gateway_method_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: reason, ...expiry })
    .where("id", "=", card.gateway_method_id)
    .execute();
}
