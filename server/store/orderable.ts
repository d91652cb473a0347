import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { visitBasket } from "#server/onboarding/public.ts";
import { priceLines, type Line } from "./catalogue.ts";
import { approvedProducts } from "./prescriptions.ts";

type Parts = Pick<Services, "db" | "content">;

/**
 * Whether she may order these lines from a cart. A cart sells prescription items only where a doctor approved them; the first approval
 * comes by the visit. Refuses with `bad_request` for a line not offered, `visit_stopped`, and `step_ahead` naming the lines that wait
 * for an approval (`checkout.N.productid`).
 */
export async function requireOrderable(parts: Parts, patientId: string, lines: readonly Line[]): Promise<void> {
  const rx = priceLines(parts.content, lines)
    .map(({ product }, index) => ({ product, index }))
    .filter(({ product }) => product.prescription);
  if (rx.length === 0) return;
  const visit = await visitBasket(parts, patientId);
  if (visit?.stopped) throw new Refusal("visit_stopped");
  const approved = await approvedProducts(parts, patientId);
  const waiting = rx.filter(({ product }) => !approved.has(product.productid));
  if (waiting.length === 0) return;
  throw new Refusal("step_ahead", {
    message: needPrescription(waiting.map(({ product }) => product.name)),
    fields: waiting.map(({ product, index }) => ({
      path: `checkout.${index}.productid`,
      message: needPrescription([product.name]),
    })),
  });
}

/** What to do about items that wait for a doctor, in one sentence each. */
function needPrescription(names: readonly string[]): string {
  const all = new Intl.ListFormat("en-US").format([...new Set(names)]);
  return names.length === 1
    ? `${all} needs a prescription. Please start a visit, or remove it from your cart.`
    : `${all} need a prescription. Please start a visit, or remove them from your cart.`;
}
