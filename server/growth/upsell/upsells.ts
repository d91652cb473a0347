import type { Content } from "#content/loader/load.ts";
import type { Upsell } from "#contract/growth/upsell.ts";
import { productById } from "#server/catalogue/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { type UpsellFacts, loadUpsellFacts } from "./eligibility-facts.ts";
import { ineligibilitySentences, type UpsellItem, upsellIneligibility, type UpsellPlacement } from "./eligibility.ts";
import { presentUpsell } from "./present-upsell.ts";
import { changeTrigger, insertOpenUpsell, type UpsellRow } from "./upsell-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** `triggered_from` of an upsell that was only listed among all available ones: it is shown nowhere unasked. */
const listedTrigger = "available";
/** The visit step whose page shows upsells. */
const addonStep = 4;

/** The upsells shown unasked at a place of the app, in the order of the content. An upsell not made yet is created. */
export async function upsellsAt(services: Deps, patientId: string, placement: UpsellPlacement): Promise<Upsell[]> {
  const facts = await loadUpsellFacts(services, patientId);
  if (placement === "onboarding" && !facts.hasReached(addonStep)) return [];
  return openUpsellsFor(services, patientId, facts, placement, (item) =>
    item.places.includes(placement) && (item.when === undefined || facts.meets(item.when)) ? placement : null,
  );
}

/** Every upsell the patient is eligible for; those not made yet are created. `all`: also those accepted or denied. */
export async function availableUpsells(services: Deps, patientId: string, all: boolean): Promise<Upsell[]> {
  const facts = await loadUpsellFacts(services, patientId);
  const open = await openUpsellsFor(services, patientId, facts, "dashboard", () => listedTrigger);
  if (!all) return open;
  const decided = facts.upsells.filter(({ status }) => status !== "open").toReversed();
  return [...open, ...(await presentUpsells(services, decided, facts.state))];
}

/** The patient's open upsells that are still eligible, plus those `triggerFor` returns a trigger for (null: none), created where not made yet. */
async function openUpsellsFor(
  services: Deps,
  patientId: string,
  facts: UpsellFacts,
  placement: UpsellPlacement,
  triggerFor: (item: UpsellItem) => string | null,
): Promise<Upsell[]> {
  const rows: UpsellRow[] = [];
  for (const item of services.content.upsells.filter((each) => isEligible(services, facts, each, placement))) {
    const latest = latestUpsell(facts, item.productid);
    // The patient accepted it, and it lapsed through no action of theirs.
    const lapsedBefore = latest?.status === "accepted" && facts.lapsed.includes(item.productid);
    const trigger = triggerFor(item) ?? (lapsedBefore ? latest.triggered_from : null);
    if (latest?.status === "open" && (trigger !== null || latest.triggered_from !== listedTrigger)) rows.push(latest);
    else if (trigger !== null && !hasDeclined(facts, item.productid, latest))
      rows.push(await ensureOpenUpsell(services, patientId, item, trigger));
  }
  return presentUpsells(services, rows, facts.state);
}

/** The patient denied it, or withdrew it after accepting: it is not offered again unasked. */
const hasDeclined = ({ withdrawn }: UpsellFacts, productId: string, latest: UpsellRow | undefined): boolean =>
  latest?.status === "denied" || withdrawn.includes(productId);

const isEligible = (
  { content }: Pick<Deps, "content">,
  facts: UpsellFacts,
  item: UpsellItem,
  placement: UpsellPlacement,
) => {
  const product = productById(content, item.productid);
  const where = placement === "onboarding" ? "visit" : "outside";
  return (
    product !== undefined &&
    !facts.paying.includes(item.productid) &&
    upsellIneligibility(facts, product, where) === null
  );
};

const latestUpsell = ({ upsells }: UpsellFacts, productId: string): UpsellRow | undefined =>
  upsells.findLast(({ product_id }) => product_id === productId);

/** Opens an upsell for the patient; returns the open one if there is one. */
export const ensureOpenUpsell = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  patientId: string,
  { productid, pricingid, coupon }: Pick<UpsellItem, "productid" | "pricingid" | "coupon">,
  triggeredFrom: string,
): Promise<UpsellRow> =>
  insertOpenUpsell(
    db,
    patientId,
    { productId: productid, pricingId: pricingid, couponCode: coupon ?? null, triggeredFrom },
    clock.now(),
  );

/** The upsell item with this code, or for this product. */
export const findUpsellItem = (
  { upsells }: Pick<Content, "upsells">,
  name: string | undefined,
): UpsellItem | undefined => upsells.find(({ code, productid }) => code === name || productid === name);

/** Sets where an open upsell was asked for; left out, one that was only listed becomes "asked". */
export async function updateTrigger(
  db: Database,
  row: UpsellRow,
  requestedTrigger: string | undefined,
): Promise<UpsellRow> {
  const trigger = requestedTrigger ?? (row.triggered_from === listedTrigger ? "asked" : row.triggered_from);
  return row.triggered_from === trigger ? row : changeTrigger(db, row.id, trigger);
}

/**
 * Opens an upsell because the patient asked for it, even one they denied or that was only listed: a denial only stops unasked offers.
 * `name` is the upsell's code, its product, or the id of one made to the patient. `not_found` for what is not offered at all; else the
 * refusals of `requireEligible`.
 */
export async function requestUpsell(
  services: Deps & Refuses<IneligibleErrorCode>,
  patientId: string,
  name: string,
  triggeredFrom: string | undefined,
): Promise<Upsell> {
  const facts = await loadUpsellFacts(services, patientId);
  const made = facts.upsells.find(({ id }) => id === name);
  const item = findUpsellItem(services.content, made?.product_id ?? name);
  if (!item) throw new Refusal("not_found");
  requireEligible(services, facts, item.productid);
  const opened = await ensureOpenUpsell(services, patientId, item, triggeredFrom ?? "asked");
  const row = await updateTrigger(services.db, opened, triggeredFrom);
  const shown = await presentUpsell(services, row, facts.state);
  if (!shown) throw new Refusal("not_found");
  return shown;
}

/** Codes of an upsell the patient may not have. */
export type IneligibleErrorCode = "not_available_in_state" | "payment_pending" | "visit_stopped" | "wrong_state";

/**
 * Refuses what may not be sold to the patient outside a visit, next to `others` of the same order: `visit_stopped`,
 * `not_available_in_state`, `payment_pending` while it is being paid, else `wrong_state`, each with a sentence that reveals no clinical
 * reason.
 */
export function requireEligible(
  { content, refuse }: Pick<Deps, "content"> & Refuses<IneligibleErrorCode>,
  facts: UpsellFacts,
  productId: string,
  others: readonly string[] = [],
): void {
  const product = productById(content, productId);
  if (!product) throw new Refusal("not_found");
  if (facts.paying.includes(productId)) throw refuse("payment_pending");
  const ineligibility = upsellIneligibility(facts, product, "outside", others);
  if (ineligibility === null) return;
  const code =
    ineligibility === "stopped"
      ? "visit_stopped"
      : ineligibility === "state"
        ? "not_available_in_state"
        : "wrong_state";
  throw refuse(code, { message: ineligibilitySentences[ineligibility], details: { obstacle: ineligibility } });
}

/** Refuses with `wrong_state` an upsell that the patient has already decided. */
export function requireOpen({ refuse }: Refuses<"wrong_state">, { status }: Pick<UpsellRow, "status">): void {
  if (status === "open") return;
  throw refuse("wrong_state", {
    message: status === "denied" ? sentence("growth.upsell_denied_already") : sentence("growth.upsell_added_already"),
  });
}

/** Upsells as shown to the patient, without those the practice no longer offers. */
export async function presentUpsells(services: Deps, rows: readonly UpsellRow[], state: string): Promise<Upsell[]> {
  const shown = await Promise.all(rows.map((row) => presentUpsell(services, row, state)));
  return shown.filter((each) => each !== null);
}
