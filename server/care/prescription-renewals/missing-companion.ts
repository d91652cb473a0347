import type { Content } from "#content/loader/load.ts";
import { categoriesOf, productById } from "#server/catalogue/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions, restsToday } from "#server/prescriptions/public.ts";
import { continuingProducts } from "#server/treatment/public.ts";
import type { RuleText } from "../decisions/warning-overrides.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * What the renewals of these products would be without: estrogen whose progestogen was stopped, is on hold, rests or isn't sent any more. The fill rule holds
 * such a fill back, so whoever renews it has to know. A companion that only waits for its own renewal isn't missing. `requirements`: what the
 * patient has to combine (`combinationRequirementsOf`). Asked of a product once it's loaded.
 */
export async function missingCompanions(
  services: Deps,
  patientId: string,
  requirements: Content["requirements"],
  productIds: readonly string[],
): Promise<(productId: string) => RuleText[]> {
  const { content, db } = services;
  const isOfCategory = (id: string, category: string) => categoriesOf(content, id).includes(category);
  const needsCompanion = (id: string, { ifcategory, require }: Content["requirements"][number]) =>
    isOfCategory(id, ifcategory) && !isOfCategory(id, require);
  if (!productIds.some((id) => requirements.some((each) => needsCompanion(id, each)))) return () => [];
  const [prescribed, rests, continuing] = await Promise.all([
    activePrescriptions(services, patientId),
    restsToday(services, patientId),
    continuingProducts(db, patientId),
  ]);
  return (productId) =>
    requirements
      .filter((each) => needsCompanion(productId, each))
      .flatMap(({ id, require, note }) => {
        const companions = [...prescribed.keys()].filter((product) => isOfCategory(product, require));
        const usable = companions.filter((id) => prescribed.get(id)?.onHold === false && !rests(id));
        const names = { name: nameOf(content, productId), other: nameOf(content, usable[0] ?? companions[0] ?? "") };
        const warning = (text: string) => [{ ruleid: id, text: fillPlaceholders(text, names) }];
        if (companions.length === 0) return warning(note.missing);
        if (usable.length === 0) return warning(note.onhold);
        const isLeftBehind = continuing.includes(productId) && !usable.some((product) => continuing.includes(product));
        return isLeftBehind ? warning(note.notsent) : [];
      });
}

const nameOf = (content: Content, id: string): string => productById(content, id)?.name ?? id;
