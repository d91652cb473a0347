import { restsUntil } from "./medicine-rests.ts";
import type { PrescribedItem, PrescribedItems } from "./prescriptions.ts";
import { type Box, boxInUse } from "./timeline.ts";

/** The medicine a patient uses today: what is prescribed, or what they have of the one it replaces. */
export interface MedicineInUse {
  readonly prescriptionId: string;
  readonly productId: string;
  readonly directions: string | null;
  readonly onHold: boolean;
  /** A prescriber lets it rest: the first day it is used again. Null where it doesn't rest today. */
  readonly restsUntil: string | null;
}

/**
 * What a patient uses today for each prescription, by the prescribed product; null where nothing of it is at home. A doctor's change begins when the
 * box in use is used up, or when the new one arrives: the one timeline of both says which, so that there is neither a day without nor a day of two
 * strengths. Every screen, dose and paper that says what is taken today asks this.
 */
export const medicinesInUse = (
  prescribed: PrescribedItems,
  boxes: ReadonlyMap<string, readonly Box[]>,
  today: string,
): ReadonlyMap<string, MedicineInUse | null> =>
  new Map([...prescribed].map(([productId, item]) => [productId, medicineInUse(productId, item, boxes, today)]));

/** As in `medicinesInUse`, for one prescribed product. */
export function medicineInUse(
  productId: string,
  { prescriptionId, directions, onHold, replaces = [] }: PrescribedItem,
  boxes: ReadonlyMap<string, readonly Box[]>,
  today: string,
): MedicineInUse | null {
  const candidates = [{ prescriptionId, productId, directions, onHold }, ...replaces];
  const box = boxInUse(
    candidates.flatMap((medicine) => (boxes.get(medicine.productId) ?? []).map((each) => ({ ...each, medicine }))),
    today,
  );
  return box ? { ...box.medicine, restsUntil: restsUntil(box.rests, today) } : null;
}
