import { sql } from "kysely";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { reviewOpensRecord } from "#server/care/public.ts";
import { opensRecord } from "#server/inbox/public.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import type { TaskReader } from "#server/tasks/public.ts";

/** Who sees every order that is under way, whether something of it waits or not. */
const seesOrders: readonly Permission[] = ["read:subscriptions", "read:dispensing"];

/** Whether something of this patient waits in the inbox of somebody with these permissions, is in a peer review they read, or is under way in their lists of orders. */
export async function hasOpenWork(
  services: Pick<Services, "db" | "content" | "clock">,
  patientId: string,
  { permissions, reader }: { readonly permissions: readonly Permission[]; readonly reader: TaskReader },
): Promise<boolean> {
  if (await opensRecord(services, patientId, { permissions, reader })) return true;
  if (
    permits(permissions, ["write:prescribing"]) &&
    (await reviewOpensRecord({ ...services, now: services.clock.now() }, patientId, reader))
  )
    return true;
  if (!permits(permissions, seesOrders)) return false;
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from customer_order where patient_id = ${patientId} and status in ${orderStates.open.sql}
    ) as waits`.execute(services.db);
  return rows[0]?.waits ?? false;
}
