import type { Content } from "#content/loader/load.ts";
import type { SuggestibleMedicine } from "#contract/care/suggestions.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { requireStateServed, shipStateOf } from "#server/addresses/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { categoriesOf, presentProduct, productById } from "#server/catalogue/public.ts";
import {
  combinationRequirementsOf,
  contraindicationsFor,
  fillScreeningOf,
  takenOtherwise,
} from "#server/onboarding/public.ts";
import { orderObstacles } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import {
  currentAndPendingProducts,
  findPricedProduct,
  type PricedProduct,
  suggestedProducts,
} from "#server/treatment/public.ts";
import { badField, decidingDoctor } from "../treatment-change.ts";
import type { RuleText } from "../warning-overrides.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** What a patient has beside a medicine that is suggested. */
interface Beside {
  /** What they get, asked for, or were told of as a change. */
  readonly current: readonly string[];
  /** What was suggested to them, and they haven't answered. */
  readonly suggested: readonly string[];
  /** What is prescribed to them and not on hold: only this keeps another medicine safe. */
  readonly prescribed: readonly string[];
  /** What has to be taken together, by their answers. */
  readonly requirements: Content["requirements"];
}

/** With `orderId`, without what that order adds. */
export async function loadBeside(services: Deps, patientId: string, orderId?: string): Promise<Beside> {
  const [current, suggested, prescribed, requirements] = await Promise.all([
    currentAndPendingProducts(services, patientId, orderId === undefined ? {} : { orderId }),
    suggestedProducts(services.db, patientId),
    activePrescriptions(services, patientId),
    combinationRequirementsOf(services, patientId),
  ]);
  return {
    ...{ current, suggested, requirements },
    prescribed: [...prescribed].flatMap(([id, { onHold }]) => (onHold ? [] : [id])),
  };
}

const isOfCategory = (content: Content, productId: string, category: string): boolean =>
  categoriesOf(content, productId).some((each) => each === category);

/** Why a medicine may not be taken without one that isn't prescribed; null where it may. */
const missingCompanion = (
  content: Content,
  productId: string,
  { prescribed, requirements }: Pick<Beside, "prescribed" | "requirements">,
): string | null =>
  requirements.find(
    ({ ifcategory, require }) =>
      isOfCategory(content, productId, ifcategory) && !prescribed.some((id) => isOfCategory(content, id, require)),
  )?.text ?? null;

/**
 * What today's rules say of a medicine beside what the patient has. It is neither one of these twice, nor without a companion that is prescribed: what
 * waits for an answer, the doctor's or the patient's, is no companion yet.
 */
export async function rulesOn(
  services: Deps,
  patientId: string,
  productId: string,
  beside: Beside,
): Promise<{ readonly against: string | null; readonly warnings: readonly RuleText[] }> {
  const { current, suggested } = beside;
  if (current.includes(productId))
    return {
      against: "The patient already gets this product, or added it and is waiting for a decision.",
      warnings: [],
    };
  if (suggested.includes(productId))
    return { against: "This is already suggested, and the patient hasn’t answered yet.", warnings: [] };
  const concurrent = [...current, ...suggested];
  const { stop, warnings } = await contraindicationsFor(services, patientId, { productId, concurrent });
  const other = takenOtherwise(services.content, productId, concurrent);
  const twice =
    other &&
    `The patient takes ${other.name} ${other.strength}, or was offered it: the same medicine or hormone. Change that one instead.`;
  return {
    against: stop ?? missingCompanion(services.content, productId, beside) ?? twice ?? null,
    warnings: warnings.map(({ ruleid, note }) => ({ ruleid, text: note })),
  };
}

/** A product the doctor may prescribe, in one of its supplies; refuses `bad_request` for what the catalogue doesn't have, or doesn't prescribe. */
export function suggestedProduct(
  { content }: Pick<Services, "content">,
  { productid, pricingid }: { readonly productid: string; readonly pricingid: string },
): PricedProduct {
  const priced = findPricedProduct(content, productid, pricingid);
  if (!priced) throw badField("pricingid", "There's no such product with this pricing.");
  if (!priced.product.prescription) throw badField("productid", "This product doesn't need a prescription.");
  return priced;
}

/** In whose name a medicine is suggested, and which rules warn of it; refuses what must not be prescribed, or couldn't be sent. */
export async function requireSuggestible(
  tx: TxServices & Refuses<"not_available_in_state" | "wrong_state">,
  patientId: string,
  { product, pricing }: PricedProduct,
  requestedDoctorId: string | undefined,
): Promise<{ readonly doctorId: string; readonly warnings: readonly RuleText[] }> {
  requireStateServed(tx, await shipStateOf(tx.db, patientId));
  const latest = await latestCase(tx.db, patientId);
  if (latest?.status !== "approved")
    throw tx.refuse("wrong_state", {
      message: "The patient's plan isn't approved, so nothing can be added to it. Please decide on the plan.",
    });
  const doctorId = await decidingDoctor(tx, latest, requestedDoctorId);
  const { against, warnings } = await rulesOn(tx, patientId, product.productid, await loadBeside(tx, patientId));
  if (against !== null) throw tx.refuse("wrong_state", { message: against });
  const screening = (db: Database, id: string) => fillScreeningOf({ ...tx, db }, id);
  const [obstacle] = await orderObstacles(tx, { patientId, kind: "upsell", screening }, [
    { product, pricing, quantity: 1 },
  ]);
  if (obstacle)
    throw tx.refuse("wrong_state", {
      message: `This can’t be sent now; the patient would read: “${toText(tx.content, obstacle.message)}”`,
    });
  return { doctorId, warnings };
}

/** What has to be taken with it of what is prescribed, or what has to be taken with that, in a sentence for the practice. */
export function companionText(
  content: Content,
  productId: string,
  { prescribed, requirements }: Pick<Beside, "prescribed" | "requirements">,
): string | null {
  const nameOf = (category: string) => {
    const found = productById(content, prescribed.find((id) => isOfCategory(content, id, category)) ?? "");
    return found && `${found.name} ${found.strength}`;
  };
  for (const { ifcategory, require } of requirements) {
    const needed = isOfCategory(content, productId, ifcategory) ? nameOf(require) : undefined;
    if (needed) return `It has to be taken with ${needed}, which the patient has.`;
    const needing = isOfCategory(content, productId, require) ? nameOf(ifcategory) : undefined;
    if (needing) return `${needing} has to be taken with one like it.`;
  }
  return null;
}

/** The prescription products of the catalogue, each with what today's rules say against it. */
export async function listSuggestible(services: Deps, patientId: string): Promise<SuggestibleMedicine[]> {
  const beside = await loadBeside(services, patientId);
  const items: SuggestibleMedicine[] = [];
  for (const product of services.content.catalogue.products.filter(({ prescription }) => prescription)) {
    const { against } = await rulesOn(services, patientId, product.productid, beside);
    const { productid, name, form, strength } = presentProduct(services.content, product);
    items.push({
      ...{ productid, name, form, strength },
      pricings: product.pricings.map(({ pricingid, dayssupply, pricecents }) => ({
        ...{ pricingid, dayssupply },
        price: toDollars(pricecents),
      })),
      obstacle: against,
    });
  }
  return items;
}
