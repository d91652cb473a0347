import type * as z from "zod/mini";
import type { PlanItem } from "#contract/entities.ts";
import type { LineRow } from "#server/store/public.ts";
import type { PrescribedItems } from "#server/treatment/public.ts";

/** A line of the patient's plan or upsell request, with the doctor's directions if it is prescribed. */
export const presentPlanItem = (line: LineRow, prescribed: PrescribedItems): z.output<typeof PlanItem> => ({
  productid: line.product_id,
  name: line.name,
  dosage: line.dosage,
  image: line.image,
  prescription: line.prescription,
  directions: prescribed.get(line.product_id)?.directions ?? null,
});
