import type { TxServices } from "#server/platform/services.ts";
import { askForRenewal } from "#server/care/public.ts";
import { type Book, subscriptionIn } from "./book.ts";
import { changeSupplies, type SupplyRow } from "./supply-queries.ts";

/** No fill is left: the supply waits for the doctor, who is asked to prescribe it again. Nothing is charged before. */
export async function hold(parts: TxServices, book: Book, supply: SupplyRow): Promise<void> {
  const { product_id } = subscriptionIn(book, supply.subscription_id);
  if (supply.status === "scheduled") await changeSupplies(parts.db, [supply.id], { held_on: book.today });
  const prescribed = book.prescribed.get(product_id);
  if (prescribed) await askForRenewal(parts, supply.patient_id, prescribed.prescriptionId);
}
