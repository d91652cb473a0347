import type { Content } from "#content/load.ts";
import type { Upsell } from "#contract/upsell.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { Database } from "#server/platform/database/open.ts";
import { productById } from "#server/store/public.ts";
import { presentUpsell } from "./present.ts";
import { changeTrigger, openUpsell, type UpsellRow } from "./queries.ts";
import { obstacleText, type Offer, offerObstacle, type Place } from "./rules.ts";
import { type UpsellStanding, upsellStanding } from "./standing.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** From where an offer comes that was listed among all that are available, and is shown nowhere unasked. */
const listed = "available";
/** The step of the visit whose page shows offers. */
const addonStep = 4;

/** What is offered to her unasked at a place of the app, in the order of the content; an offer not made before is made. */
export async function offersAt(parts: Parts, patientId: string, place: Place): Promise<Upsell[]> {
  const standing = await upsellStanding(parts, patientId);
  if (place === "onboarding" && !standing.reached(addonStep)) return [];
  return offersTo(parts, patientId, standing, place, (offer) =>
    offer.places.includes(place) && (offer.when === undefined || standing.holds(offer.when)) ? place : null,
  );
}

/** Everything she may have; what was not offered before is offered. `all`: with what she accepted or denied. */
export async function availableOffers(parts: Parts, patientId: string, all: boolean): Promise<Upsell[]> {
  const standing = await upsellStanding(parts, patientId);
  const open = await offersTo(parts, patientId, standing, "dashboard", () => listed);
  if (!all) return open;
  const decided = standing.made.filter(({ status }) => status !== "open").toReversed();
  return [...open, ...(await presented(parts, decided, standing.state))];
}

/** Her open offers she may still have, and those of `make` that were not made before: from where each was triggered, null for none. */
async function offersTo(
  parts: Parts,
  patientId: string,
  standing: UpsellStanding,
  place: Place,
  make: (offer: Offer) => string | null,
): Promise<Upsell[]> {
  const rows: UpsellRow[] = [];
  for (const offer of parts.content.upsells.filter((each) => mayHave(parts, standing, each, place))) {
    const last = lastOf(standing, offer.productid);
    // She wanted it, and it came to nothing without her doing.
    const again = last?.status === "accepted" && standing.lapsed.includes(offer.productid);
    const from = make(offer) ?? (again ? last.triggered_from : null);
    if (last?.status === "open" && (from !== null || last.triggered_from !== listed)) rows.push(last);
    else if (from !== null && !saidNo(standing, offer.productid, last))
      rows.push(await openOffer(parts, patientId, offer, from));
  }
  return presented(parts, rows, standing.state);
}

/** She denied it, or took it back after she had accepted it: a no is to being asked. */
const saidNo = ({ withdrawn }: UpsellStanding, productId: string, last: UpsellRow | undefined): boolean =>
  last?.status === "denied" || withdrawn.includes(productId);

const mayHave = ({ content }: Pick<Parts, "content">, standing: UpsellStanding, offer: Offer, place: Place) => {
  const product = productById(content, offer.productid);
  const where = place === "onboarding" ? "visit" : "outside";
  return (
    product !== undefined &&
    !standing.paying.includes(offer.productid) &&
    offerObstacle(standing, product, where) === null
  );
};

const lastOf = ({ made }: UpsellStanding, productId: string): UpsellRow | undefined =>
  made.findLast(({ product_id }) => product_id === productId);

/** Opens an offer of the content to her; the open one where there is one. */
export const openOffer = (
  { db, clock }: Pick<Parts, "db" | "clock">,
  patientId: string,
  { productid, pricingid, coupon }: Pick<Offer, "productid" | "pricingid" | "coupon">,
  triggeredFrom: string,
): Promise<UpsellRow> =>
  openUpsell(
    db,
    patientId,
    { productId: productid, pricingId: pricingid, couponCode: coupon ?? null, triggeredFrom },
    clock.now(),
  );

/** The offer the practice makes under a code, or of a product. */
export const offerNamed = ({ upsells }: Pick<Content, "upsells">, name: string | undefined): Offer | undefined =>
  upsells.find(({ code, productid }) => code === name || productid === name);

/** An open offer, asked for from there; where nobody says from where, one that had only been listed is "asked" for. */
export async function fromWhere(db: Database, row: UpsellRow, sent: string | undefined): Promise<UpsellRow> {
  const from = sent ?? (row.triggered_from === listed ? "asked" : row.triggered_from);
  return row.triggered_from === from ? row : changeTrigger(db, row.id, from);
}

/**
 * Opens an offer because the patient asked for it, also one denied or only listed before: a no is to being asked. `name` is the offer's code, its
 * product, or the id of one made to the patient. `not_found` for what is not offered at all; else the refusals of `requireOffered`.
 */
export async function askForOffer(
  parts: Parts,
  patientId: string,
  name: string,
  triggeredFrom: string | undefined,
): Promise<Upsell> {
  const standing = await upsellStanding(parts, patientId);
  const made = standing.made.find(({ id }) => id === name);
  const offer = offerNamed(parts.content, made?.product_id ?? name);
  if (!offer) throw new Refusal("not_found");
  requireOffered(parts, standing, offer.productid);
  const opened = await openOffer(parts, patientId, offer, triggeredFrom ?? "asked");
  const row = await fromWhere(parts.db, opened, triggeredFrom);
  const shown = await presentUpsell(parts, row, standing.state);
  if (!shown) throw new Refusal("not_found");
  return shown;
}

/**
 * Refuses what may not be sold to her outside a visit, next to `others` of the same order: `visit_stopped`, `not_available_in_state`,
 * `payment_pending` while it is being paid, else `wrong_state`, each with a sentence that tells no clinical reason.
 */
export function requireOffered(
  { content }: Pick<Parts, "content">,
  standing: UpsellStanding,
  productId: string,
  others: readonly string[] = [],
): void {
  const product = productById(content, productId);
  if (!product) throw new Refusal("not_found");
  if (standing.paying.includes(productId)) throw new Refusal("payment_pending");
  const obstacle = offerObstacle(standing, product, "outside", others);
  if (obstacle === null) return;
  const code =
    obstacle === "stopped" ? "visit_stopped" : obstacle === "state" ? "not_available_in_state" : "wrong_state";
  throw new Refusal(code, { message: obstacleText[obstacle], details: { obstacle } });
}

/** Refuses an offer she decided on, with `wrong_state`. */
export function requireOpen({ status }: Pick<UpsellRow, "status">): void {
  if (status === "open") return;
  throw new Refusal("wrong_state", {
    message: status === "denied" ? "You said no to this before." : "You have added this already.",
  });
}

/** Offers as she sees them, those the practice no longer makes left out. */
export async function presented(parts: Parts, rows: readonly UpsellRow[], state: string): Promise<Upsell[]> {
  const shown = await Promise.all(rows.map((row) => presentUpsell(parts, row, state)));
  return shown.filter((each) => each !== null);
}
