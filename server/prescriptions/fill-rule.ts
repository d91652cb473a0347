import { addDays, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { type Box, daysOnHand, earliestFill } from "./timeline.ts";

/**
 * The one rule for more of a prescribed product, whatever way it is asked for: cart, get next, reorder, renewal, upsell, first order. A fill
 * is what the doctor prescribed at a time, the next one comes when most of the last is used, and what needs another medicine beside it is
 * never dispensed for longer than that one lasts.
 */

/** How long beyond its companion a medicine may last, in days: boxes of 28 and of 30 days, or parcels that arrive apart, differ by that much. */
export const companionToleranceDays = 7;

/** Hormones of which only one product is taken at a time: another product of the same one counts as more of it. */
export const exclusiveCategories: readonly string[] = ["systemic_estrogen", "progestogen", "vaginal_estrogen"];

/** What a product is, as far as the rule has to know. */
export interface Medicine {
  readonly productid: string;
  readonly name: string;
  readonly family: string;
  readonly categories: readonly string[];
  readonly pricings: readonly { readonly dayssupply: number }[];
}

/** A prescription that is in force. */
export interface Prescription {
  readonly refillsLeft: number;
  /** Something the patient told since speaks against it, and the doctor has not looked at it. */
  readonly onHold: boolean;
  /** Days' supply of one fill; null where that was not written down. */
  readonly fillDays: number | null;
}

/** What a product of one category needs beside it, of another one, because of what the patient answered. */
export interface Companion {
  readonly ifcategory: string;
  readonly require: string;
  /** To the patient, `{{name}}` being the product that needs it. */
  readonly ordering: string;
}

/** One line of what is asked for. */
export interface RequestedFill {
  readonly productId: string;
  readonly quantity: number;
  /** Days' supply of one. */
  readonly packDays: number;
  /** False where a doctor decides before anything is sent, or has just approved it: no fill of a prescription is taken. */
  readonly takesFill: boolean;
  /** Fills that a subscription brings after this one; 0 where nothing follows. */
  readonly fillsAfter: number;
  /** Bought on its own, besides any subscription: from a cart. */
  readonly apart: boolean;
}

/** A renewal that is planned and can be filled. */
export interface UpcomingFill {
  readonly productId: string;
  readonly chargeOn: string;
  /** Days' supply of all the fills that are left. */
  readonly days: number;
}

export interface FillFacts {
  readonly today: string;
  /** The catalogue. */
  readonly medicines: readonly Medicine[];
  readonly prescriptions: ReadonlyMap<string, Prescription>;
  readonly boxes: ReadonlyMap<string, readonly Box[]>;
  readonly coming: readonly UpcomingFill[];
  /** Products of subscriptions that are not over, also paused ones and those that wait for a doctor. */
  readonly subscribed: readonly string[];
  readonly companions: readonly Companion[];
}

export type FillObstacleKind =
  | "not_prescribed"
  | "on_hold"
  | "on_subscription"
  | "no_refills"
  | "quantity_above_prescribed"
  | "too_early"
  | "progestogen_needed";

/** Why a line cannot be filled now. */
export interface FillObstacle {
  /** Of the line. */
  readonly index: number;
  readonly productId: string;
  readonly kind: FillObstacleKind;
  readonly message: string;
  /** The first day it will be possible, where that is known. */
  readonly from?: string;
  /** The quantity that is possible now, where a smaller one is. */
  readonly quantity?: number;
  /** The category that has to be ordered too. */
  readonly needs?: string;
}

const obstacleTexts = {
  notPrescribed: (name: string) => `${name} isn't prescribed to you right now.`,
  onHold: (name: string) => `Your doctor has to look at your prescription for ${name} first. Please send a message.`,
  onSubscription: (name: string) =>
    `${name} already comes with your treatment. Open your treatment to see when the next one is due, or to get it sooner.`,
  noRefills: (name: string) => `You have no refills of ${name} left. Please ask your doctor for more in a message.`,
  lower: (name: string, days: number, most: number) =>
    `Your prescription covers ${days} days of ${name} at a time. Please lower the quantity to ${most}.`,
  smaller: (name: string, days: number) =>
    `Your prescription covers ${days} days of ${name} at a time. Please choose the smaller size.`,
  once: (name: string, days: number) =>
    `Your prescription covers ${days} days of ${name} at a time. Please keep just one of them.`,
  tooEarly: (name: string, day: string) =>
    `It's too early for more ${name}. You can order it from ${day} on, when you've used most of what you have.`,
};

/** Why each line that cannot be filled now is refused; an empty list: all of them may be. */
export function fillObstacles(facts: FillFacts, requested: readonly RequestedFill[]): FillObstacle[] {
  const ownObstacles = requested.map((line, index) => ownObstacle(facts, requested.slice(0, index), line, index));
  const fillable = requested.filter((_, index) => ownObstacles[index] === null);
  return requested.flatMap(
    (line, index) => ownObstacles[index] ?? companionObstacle(facts, fillable, line, index) ?? [],
  );
}

/** What stands in the way of a line by itself, after those `before` it. */
function ownObstacle(
  facts: FillFacts,
  before: readonly RequestedFill[],
  line: RequestedFill,
  index: number,
): FillObstacle | null {
  const { productId, quantity, packDays, takesFill: consumesFill } = line;
  const prescription = facts.prescriptions.get(productId);
  const medicine = medicineOf(facts, productId);
  const { name } = medicine;
  const duplicateFilters = therapeuticDuplicatesOf(medicine);
  const isDuplicate = (other: string) => duplicateFilters.some((matches) => matches(medicineOf(facts, other)));
  const obstacle = (kind: FillObstacleKind, message: string, more: Partial<FillObstacle> = {}): FillObstacle => ({
    ...{ index, productId, kind, message },
    ...more,
  });
  if (consumesFill && prescription?.onHold) return obstacle("on_hold", obstacleTexts.onHold(name));
  if (line.apart && facts.subscribed.some(isDuplicate))
    return obstacle("on_subscription", obstacleTexts.onSubscription(name));
  if (consumesFill && !prescription) return obstacle("not_prescribed", obstacleTexts.notPrescribed(name));
  if (consumesFill && (prescription?.refillsLeft ?? 0) < 1)
    return obstacle("no_refills", obstacleTexts.noRefills(name));
  const from = earliestFillOfDuplicates(facts, duplicateFilters);
  if (from !== null && from > facts.today)
    return obstacle("too_early", obstacleTexts.tooEarly(name, formatDay(from)), { from });
  const daysSupply = !consumesFill
    ? packDays
    : (prescription?.fillDays ?? (line.apart ? smallestPack(medicine, packDays) : packDays));
  const most = before.some((other) => isDuplicate(other.productId)) ? 0 : Math.floor(daysSupply / packDays);
  if (quantity <= most) return null;
  if (most > 0)
    return obstacle("quantity_above_prescribed", obstacleTexts.lower(name, daysSupply, most), { quantity: most });
  const message =
    packDays > daysSupply ? obstacleTexts.smaller(name, daysSupply) : obstacleTexts.once(name, daysSupply);
  return obstacle("quantity_above_prescribed", message);
}

/** Days' supply of a fill from a cart where no doctor's word is known. */
const smallestPack = ({ pricings }: Medicine, packDays: number): number =>
  Math.min(packDays, ...pricings.map(({ dayssupply }) => dayssupply));

/** In what ways another product is more of the same: of its family, or of a hormone it has too. */
const therapeuticDuplicatesOf = ({ family, categories }: Medicine): ProductFilter[] => [
  (other) => other.family === family,
  ...exclusiveCategories.filter((category) => categories.includes(category)).map(hasCategory),
];

/** The first day more may be ordered, by whatever the patient has that is alike; null where there is none. */
function earliestFillOfDuplicates(facts: FillFacts, duplicateFilters: readonly ProductFilter[]): string | null {
  const days = duplicateFilters.flatMap((matches) => earliestFill(boxesOf(facts, matches), facts.today) ?? []);
  return days.length === 0 ? null : days.reduce(laterDay);
}

/** What a line lacks beside it, when the lines `filled` are dispensed together. */
function companionObstacle(
  facts: FillFacts,
  fillable: readonly RequestedFill[],
  { productId, quantity, packDays }: RequestedFill,
  index: number,
): FillObstacle | null {
  const { name, categories } = medicineOf(facts, productId);
  for (const { ifcategory, require, ordering } of facts.companions) {
    if (!categories.includes(ifcategory)) continue;
    const neededDays = onHand(facts, hasCategory(ifcategory)) + quantity * packDays;
    if (companionDays(facts, fillable, hasCategory(require)) + companionToleranceDays >= neededDays) continue;
    const message = ordering.replaceAll("{{name}}", name);
    return { index, productId, kind: "progestogen_needed", message, needs: require };
  }
  return null;
}

/** For how many days a companion lasts: on hand, ordered along, and by renewals that come before that is used up. */
function companionDays(facts: FillFacts, fillable: readonly RequestedFill[], isCompanion: ProductFilter): number {
  const lines = fillable.filter(({ productId }) => isCompanion(medicineOf(facts, productId)));
  const daysNow = onHand(facts, (other) => isCompanion(other) && !isOnHold(facts, other)) + sum(lines, daysOf);
  const daysFollowing = sum(lines, (line) => line.fillsAfter * line.packDays);
  const lastDayInTime = addDays(facts.today, daysNow + companionToleranceDays);
  const upcoming = facts.coming.filter(
    ({ productId, chargeOn }) =>
      chargeOn <= lastDayInTime &&
      isCompanion(medicineOf(facts, productId)) &&
      !lines.some((line) => line.productId === productId),
  );
  return daysNow + daysFollowing + sum(upcoming, ({ days }) => days);
}

type ProductFilter = (other: Medicine) => boolean;

const hasCategory =
  (category: string): ProductFilter =>
  ({ categories }) =>
    categories.includes(category);
const isOnHold = ({ prescriptions }: FillFacts, { productid }: Medicine): boolean =>
  prescriptions.get(productid)?.onHold ?? false;
const daysOf = ({ quantity, packDays }: RequestedFill): number => quantity * packDays;
const sum = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((total, each) => total + of(each), 0);

const onHand = (facts: FillFacts, matches: ProductFilter): number => daysOnHand(boxesOf(facts, matches), facts.today);

const boxesOf = (facts: FillFacts, matches: ProductFilter): readonly Box[] =>
  [...facts.boxes].flatMap(([productId, boxes]) => (matches(medicineOf(facts, productId)) ? boxes : []));

/** A product that left the catalogue is one of its own. */
const medicineOf = ({ medicines }: FillFacts, productId: string): Medicine =>
  medicines.find(({ productid }) => productid === productId) ?? {
    ...{ productid: productId, name: "this", family: productId, categories: [], pricings: [] },
  };
