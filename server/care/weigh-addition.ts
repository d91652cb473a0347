import type { Services } from "#server/platform/services.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type Fitting, fittingOf, objectionsTo } from "#server/onboarding/public.ts";
import { linesOf, type LineRow, orderById, type OrderRow } from "#server/store/public.ts";
import type { AdditionRow } from "./additions.ts";
import { prescribedTo } from "./prescriptions.ts";
import { takes } from "./takes.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** An addition with all a doctor decides on. */
export interface WeighedAddition {
  readonly order: OrderRow | null;
  readonly lines: readonly LineRow[];
  readonly stopped: boolean;
  readonly flags: ReturnType<Fitting["flags"]>;
  readonly withheld: boolean;
  /** Why it does not go with what else she takes or is about to take; null when it does. */
  readonly combination: string | null;
}

/** What her answers of now say about what she added. */
export async function weigh(parts: Parts, { patient_id, order_id }: AdditionRow): Promise<WeighedAddition> {
  const [order, lines, fitting, prescribed, beside] = await Promise.all([
    orderById(parts.db, order_id),
    linesOf(parts.db, [order_id]),
    fittingOf(parts, patient_id),
    prescribedTo(parts, patient_id),
    takes(parts, patient_id, { orderId: order_id }),
  ]);
  return {
    order: order ?? null,
    lines,
    stopped: fitting?.stopped ?? true,
    flags: fitting?.flags(lines.map(({ product_id }) => product_id)) ?? [],
    withheld: [...prescribed.values()].some(({ withheld }) => withheld),
    combination: await against(
      parts,
      patient_id,
      lines.map(({ product_id }) => product_id),
      beside,
    ),
  };
}

/** Why one of the products does not go with the others and with what she takes `beside`; null when all do. */
async function against(
  parts: Parts,
  patientId: string,
  products: readonly string[],
  beside: readonly string[],
): Promise<string | null> {
  for (const productId of products) {
    if (beside.includes(productId)) return "She gets this product already, or her doctor has changed something to it.";
    const others = [...beside, ...products.filter((each) => each !== productId)];
    const { combination } = await objectionsTo(parts, patientId, { productId, beside: others });
    if (combination !== null) return combination;
  }
  return null;
}
