import type { TxServices } from "#server/platform/services.ts";
import { lockOrdersOf } from "#server/store/public.ts";
import { holdSuppliesOf, withdrawChangesTo } from "#server/treatment/public.ts";
import { askForRenewal } from "./renewals.ts";
import { withdrawAdditionsOf } from "./withdraw-addition.ts";

/**
 * Something a patient told speaks against products: nothing more of what is prescribed of them is charged or sent until a doctor prescribes
 * it again, and what waits for a yes, the patient's to a change or the doctor's to an upsell, is withdrawn. In the transaction of the caller;
 * again it changes nothing.
 */
export async function withholdPrescriptions(
  parts: TxServices,
  patientId: string,
  concerns: (productId: string) => boolean,
): Promise<void> {
  const { db, clock } = parts;
  await lockOrdersOf(db, patientId);
  await withdrawAdditionsOf(parts, patientId, concerns);
  await withdrawChangesTo(db, patientId, concerns, clock.now());
  const prescribed = await db
    .selectFrom("prescription")
    .select(["id", "product_id", "status"])
    .where("patient_id", "=", patientId)
    // What was replaced may have been paid and not sent.
    .where((where) => where.or([where("status", "=", "active"), where("replaced_at", "is not", null)]))
    .where("withheld_at", "is", null)
    .execute();
  const concerned = prescribed.filter(({ product_id }) => concerns(product_id));
  if (concerned.length === 0) return;
  await db
    .updateTable("prescription")
    .set({ withheld_at: clock.now() })
    .where(
      "id",
      "in",
      concerned.map(({ id }) => id),
    )
    .execute();
  await holdSuppliesOf(
    parts,
    patientId,
    concerned.map(({ product_id }) => product_id),
  );
  for (const { id, status } of concerned) if (status === "active") await askForRenewal(parts, patientId, id);
}
