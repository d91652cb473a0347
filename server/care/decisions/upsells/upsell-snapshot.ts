import {
  contraindicationsFor,
  type ProductEligibility,
  productEligibilityOf,
  takenOtherwise,
} from "#server/onboarding/public.ts";
import { linesOf, type LineRow, orderById, type OrderRow } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { currentAndPendingProducts, takenInOtherRecords } from "#server/treatment/public.ts";
import type { UpsellRequestRow } from "#server/upsell-requests/public.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** An upsell request with everything a doctor decides on. */
export interface UpsellRequestSnapshot {
  readonly order: OrderRow | null;
  readonly lines: readonly LineRow[];
  readonly stopped: boolean;
  readonly flags: ReturnType<ProductEligibility["flags"]>;
  readonly onHold: boolean;
  /** Why it does not combine with what else the patient takes or is about to take; null when it does. */
  readonly combination: string | null;
}

/** Loads an upsell request with what the patient's current answers say about its products. */
export async function loadUpsellRequestSnapshot(
  services: Deps,
  { patient_id, order_id }: UpsellRequestRow,
): Promise<UpsellRequestSnapshot> {
  const [order, lines, screening, prescribed, concurrent, elsewhere] = await Promise.all([
    orderById(services.db, order_id),
    linesOf(services.db, [order_id]),
    productEligibilityOf(services, patient_id),
    activePrescriptions(services, patient_id),
    currentAndPendingProducts(services, patient_id, { orderId: order_id }),
    takenInOtherRecords(services, patient_id),
  ]);
  return {
    order: order ?? null,
    lines,
    stopped: screening?.stopped ?? true,
    flags: screening?.flags(lines.map(({ product_id }) => product_id)) ?? [],
    onHold: [...prescribed.values()].some(({ onHold }) => onHold),
    combination: await combinationObstacle(
      services,
      patient_id,
      lines.map(({ product_id }) => product_id),
      { concurrent, elsewhere },
    ),
  };
}

/** Why one of the products does not combine with the others, with `concurrent`, or with what the person's other records have; null when all do. */
async function combinationObstacle(
  services: Deps,
  patientId: string,
  products: readonly string[],
  { concurrent, elsewhere }: { readonly concurrent: readonly string[]; readonly elsewhere: readonly string[] },
): Promise<string | null> {
  for (const productId of products) {
    const other = takenOtherwise(services.content, productId, elsewhere);
    if (other)
      return `The other record of this person has ${other.name} ${other.strength}: the same medicine or hormone. Please look at both.`;
    if (concurrent.includes(productId))
      return "The patient already gets this product, or a doctor has changed another one to it.";
    const others = [...concurrent, ...products.filter((each) => each !== productId)];
    const { combination } = await contraindicationsFor(services, patientId, { productId, concurrent: others });
    if (combination !== null) return combination;
  }
  return null;
}
