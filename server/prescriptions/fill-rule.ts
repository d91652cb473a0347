import { daysAtPace, type Pace } from "#contract/treatment/pace.ts";
import { addDays, daysBetween, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { type Sentence, type Words, sentence } from "#server/platform/sentences.ts";
import type { EarlyFill } from "./early-fill.ts";
import { type Box, daysOnHand, earliestFill } from "./timeline.ts";

/**
 * The one rule for dispensing more of a prescribed product, wherever the request comes from: cart, get next, reorder, renewal order, upsell, first
 * order. A fill is the quantity the doctor prescribed at a time; the next one comes when most of the last is used; and what needs a companion
 * medicine is never dispensed for longer than the companion lasts.
 */

/** Days a medicine may outlast its companion: boxes of 28 and of 30 days, or parcels that arrive apart, differ by that much. */
export const companionToleranceDays = 7;

/** Hormones of which a patient takes only one product at a time: another product of the same category counts as more of it. */
export const exclusiveCategories: readonly string[] = ["systemic_estrogen", "progestogen", "vaginal_estrogen"];

/** What the rule needs to know of a product. */
export interface Medicine {
  readonly productid: string;
  readonly name: string;
  readonly family: string;
  readonly categories: readonly string[];
  readonly pricings: readonly { readonly dayssupply: number }[];
}

/** An active prescription. */
export interface Prescription {
  readonly refillsLeft: number;
  /** An answer given since speaks against it, and the doctor has not looked at it. */
  readonly onHold: boolean;
  /** The patient told something since that a clinician has to look at first. */
  readonly waits: boolean;
  /** Days' supply of one fill; null where none was recorded. */
  readonly daysSupply: number | null;
  /** The latest early fill a prescriber granted, used or not. */
  readonly earlyFill?: EarlyFill | null;
  /** How fast it's used; as its label says where left out. */
  readonly pace?: Pace;
}

/** A companion requirement that follows from the patient's answers: a product of one category needs one of another. */
export interface Companion {
  readonly ifcategory: string;
  readonly require: string;
  /** Text for the patient; `{{name}}` is the product that needs the companion. */
  readonly ordering: string;
}

/** One requested line. */
export interface RequestedFill {
  readonly productId: string;
  readonly quantity: number;
  /** Days' supply of one pack, by its label. */
  readonly packDays: number;
  /** Whether it consumes a fill; false where a doctor decides before anything ships or has just approved it. */
  readonly consumesFill: boolean;
  /** Fills its subscription brings after this one; 0 where none follows. */
  readonly followingFills: number;
  /** Ordered outside any subscription: from a cart. */
  readonly boughtSeparately: boolean;
  /**
   * A prescriber changed the medicine, and this is the first fill of it: begun on arrival, so what is left of the one before is no reason to wait.
   * The fills after it wait as ever.
   */
  readonly beginsOnArrival?: boolean;
  /** The day a prescriber has that fill begin; what is left of the one before is used until then. */
  readonly beginsOn?: string | null;
}

/** A scheduled prescription order that can be filled. */
export interface UpcomingFill {
  readonly productId: string;
  readonly chargeOn: string;
  /** Days for which all refills left last that come while care goes on. */
  readonly days: number;
}

export interface FillFacts {
  readonly today: string;
  /** The catalogue. */
  readonly medicines: readonly Medicine[];
  readonly prescriptions: ReadonlyMap<string, Prescription>;
  readonly boxes: ReadonlyMap<string, readonly Box[]>;
  /** What other records of the same person have; left out where none is linked. */
  readonly linkedBoxes?: ReadonlyMap<string, readonly Box[]>;
  readonly upcomingFills: readonly UpcomingFill[];
  /** By product, the first day it may be ordered where a doctor lets it begin later; null where none does. */
  readonly orderableFrom: ReadonlyMap<string, string | null>;
  /** Products of which a prescriber lets the next box come early. */
  readonly earlyFills: ReadonlySet<string>;
  /** Products of subscriptions that are not cancelled, including paused ones and those that await a doctor. */
  readonly subscribed: readonly string[];
  readonly companions: readonly Companion[];
  /** The first day without care, where the practice has given notice: no fill is charged from then on. */
  readonly careEndsOn?: string | null;
}

export type FillObstacleKind =
  | "not_prescribed"
  | "on_hold"
  | "waits_for_clinician"
  | "on_subscription"
  | "no_refills"
  | "quantity_above_prescribed"
  | "too_early"
  | "linked_supply"
  | "progestogen_needed";

/** Why a line cannot be filled now. */
export interface FillObstacle {
  /** Index of the line. */
  readonly index: number;
  readonly productId: string;
  readonly kind: FillObstacleKind;
  readonly message: Words;
  /** The first day it is possible, where known. */
  readonly from?: string;
  /** The same where another record of the person decides it: for the practice only. */
  readonly linkedFrom?: string;
  /** The quantity that is possible now, where it is smaller. */
  readonly quantity?: number;
  /** The category that has to be ordered as well. */
  readonly neededCategory?: string;
}

/** The obstacles of all lines that cannot be filled now; empty when all can. */
export function fillObstacles(facts: FillFacts, requested: readonly RequestedFill[]): FillObstacle[] {
  const ownObstacles = requested.map((line, index) => ownObstacle(facts, requested.slice(0, index), line, index));
  const fillable = requested.filter((_, index) => ownObstacles[index] === null);
  return requested.flatMap(
    (line, index) => ownObstacles[index] ?? companionObstacle(facts, fillable, line, index) ?? [],
  );
}

/**
 * The lines of a parcel that may not leave without their companion, whatever else the rule says of them: a doctor prescribed them and they are paid.
 * `facts.boxes` are what was sent.
 */
export const companionObstacles = (facts: FillFacts, sent: readonly RequestedFill[]): FillObstacle[] =>
  sent.flatMap((line, index) => companionObstacle(facts, sent, line, index) ?? []);

/** The obstacle of a line by itself, given the lines `before` it; null when there is none. */
function ownObstacle(
  facts: FillFacts,
  before: readonly RequestedFill[],
  line: RequestedFill,
  index: number,
): FillObstacle | null {
  const { productId, quantity, packDays, consumesFill } = line;
  const prescription = facts.prescriptions.get(productId);
  const medicine = medicineOf(facts, productId);
  const { name } = medicine;
  const duplicateFilters = therapeuticDuplicatesOf(medicine);
  const isDuplicate = (other: string) => duplicateFilters.some((matches) => matches(medicineOf(facts, other)));
  const obstacle = (kind: FillObstacleKind, message: Sentence, more: Partial<FillObstacle> = {}): FillObstacle => ({
    ...{ index, productId, kind, message },
    ...more,
  });
  if (consumesFill && prescription?.onHold) return obstacle("on_hold", sentence("prescriptions.on_hold", { name }));
  if (consumesFill && prescription?.waits)
    return obstacle("waits_for_clinician", sentence("prescriptions.waits_for_clinician", { name }));
  if (line.boughtSeparately && facts.subscribed.some(isDuplicate))
    return obstacle("on_subscription", sentence("prescriptions.on_subscription", { name }));
  if (consumesFill && !prescription)
    return obstacle("not_prescribed", sentence("prescriptions.not_prescribed", { name }));
  if (consumesFill && (prescription?.refillsLeft ?? 0) < 1)
    return obstacle("no_refills", sentence("prescriptions.no_refills", { name }));
  const beginsFrom = facts.orderableFrom.get(productId) ?? facts.today;
  if (beginsFrom > facts.today)
    return obstacle("too_early", sentence("prescriptions.begins_from", { name, day: formatDay(beginsFrom) }), {
      from: beginsFrom,
    });
  const from =
    line.beginsOnArrival || facts.earlyFills.has(productId) ? null : earliestFillOfDuplicates(facts, duplicateFilters);
  if (from !== null && from > facts.today)
    return obstacle("too_early", sentence("prescriptions.too_early", { name, day: formatDay(from) }), { from });
  const linkedFrom = earliestFillWithLinked(facts, line, duplicateFilters);
  if (linkedFrom !== null && linkedFrom > facts.today)
    return obstacle("linked_supply", sentence("prescriptions.details_checked", { name }), { linkedFrom });
  const daysSupply = !consumesFill
    ? packDays
    : (prescription?.daysSupply ?? (line.boughtSeparately ? smallestPack(medicine, packDays) : packDays));
  const most = before.some((other) => isDuplicate(other.productId)) ? 0 : Math.floor(daysSupply / packDays);
  if (quantity <= most) return null;
  const values = { name, days: String(daysSupply) };
  if (most > 0) {
    const lower = sentence("prescriptions.quantity_too_high", { ...values, quantity: String(most) });
    return obstacle("quantity_above_prescribed", lower, { quantity: most });
  }
  const message =
    packDays > daysSupply
      ? sentence("prescriptions.size_too_large", values)
      : sentence("prescriptions.keep_one", values);
  return obstacle("quantity_above_prescribed", message);
}

/** Days' supply of a fill from a cart where the doctor recorded none. */
const smallestPack = ({ pricings }: Medicine, packDays: number): number =>
  Math.min(packDays, ...pricings.map(({ dayssupply }) => dayssupply));

/** Whether one product is another strength or form of the other: of the same family, or with the same exclusive hormone. */
export const isSameMedicine = (one: Medicine, other: Medicine): boolean =>
  therapeuticDuplicatesOf(one).some((matches) => matches(other));

/** Filters for products that count as more of the same: of the same family, or with the same exclusive hormone. */
const therapeuticDuplicatesOf = ({ family, categories }: Medicine): ProductFilter[] => [
  (other) => other.family === family,
  ...exclusiveCategories.filter((category) => categories.includes(category)).map(hasCategory),
];

/** The first day more of a product may be ordered, by what the patient has of it and of its duplicates; null where they have none. */
export const earliestFillOf = (
  facts: Pick<FillFacts, "medicines" | "boxes" | "today">,
  productId: string,
): string | null => earliestFillOfDuplicates(facts, therapeuticDuplicatesOf(medicineOf(facts, productId)));

/** The first day more may be ordered, by the duplicates the patient has; null where there are none. */
function earliestFillOfDuplicates(
  facts: Pick<FillFacts, "medicines" | "boxes" | "today">,
  duplicateFilters: readonly ProductFilter[],
): string | null {
  const days = duplicateFilters.flatMap((matches) => earliestFill(boxesOf(facts, matches), facts.today) ?? []);
  return days.length === 0 ? null : days.reduce(laterDay);
}

/** As `earliestFillOfDuplicates`, where other records of the same person have some of it, by what all of them have together. */
function earliestFillWithLinked(
  facts: FillFacts,
  { productId, beginsOnArrival }: RequestedFill,
  duplicateFilters: readonly ProductFilter[],
): string | null {
  const { linkedBoxes = new Map<string, readonly Box[]>() } = facts;
  const isLinked = [...linkedBoxes.keys()].some((id) => duplicateFilters.some((of) => of(medicineOf(facts, id))));
  if (!isLinked || beginsOnArrival || facts.earlyFills.has(productId)) return null;
  const products = new Set([...facts.boxes.keys(), ...linkedBoxes.keys()]);
  const boxes = new Map(
    [...products].map((id) => [id, [...(facts.boxes.get(id) ?? []), ...(linkedBoxes.get(id) ?? [])]] as const),
  );
  return earliestFillOfDuplicates({ ...facts, boxes }, duplicateFilters);
}

/** The companion a line lacks when the `fillable` lines are dispensed together; null when it lacks none. */
function companionObstacle(
  facts: FillFacts,
  fillable: readonly RequestedFill[],
  { productId, quantity, packDays, beginsOnArrival, beginsOn = null }: RequestedFill,
  index: number,
): FillObstacle | null {
  const { name, categories } = medicineOf(facts, productId);
  for (const { ifcategory, require, ordering } of facts.companions) {
    if (!categories.includes(ifcategory)) continue;
    const lasts = daysOf(facts, { productId, quantity, packDays });
    const before = beginsOn === null ? 0 : Math.max(0, daysBetween(facts.today, beginsOn));
    const neededDays = (beginsOnArrival ? before : onHand(facts, hasCategory(ifcategory))) + lasts;
    if (companionDays(facts, fillable, hasCategory(require)) + companionToleranceDays >= neededDays) continue;
    const message = fillPlaceholders(ordering, { name });
    return { index, productId, kind: "progestogen_needed", message, neededCategory: require };
  }
  return null;
}

/** For how many days a companion lasts: on hand, ordered in the same request, and by prescription orders that come before that is used up. */
function companionDays(facts: FillFacts, fillable: readonly RequestedFill[], isCompanion: ProductFilter): number {
  const lines = fillable.filter(({ productId }) => isCompanion(medicineOf(facts, productId)));
  const daysNow =
    onHand(facts, (other) => isCompanion(other) && !isOnHold(facts, other)) + sum(lines, (line) => daysOf(facts, line));
  const daysFollowing = sum(lines, (line) => {
    const first = { day: addDays(facts.today, daysNow), days: daysOf(facts, line) };
    const quantity = fillsInCare(facts.careEndsOn, { ...first, count: line.followingFills });
    return daysOf(facts, { ...line, quantity });
  });
  const lastDayInTime = addDays(facts.today, daysNow + companionToleranceDays);
  const upcoming = facts.upcomingFills.filter(
    ({ productId, chargeOn }) =>
      chargeOn <= lastDayInTime &&
      isCompanion(medicineOf(facts, productId)) &&
      !lines.some((line) => line.productId === productId),
  );
  return daysNow + daysFollowing + sum(upcoming, ({ days }) => days);
}

/** Of `count` fills, the first on a `day` and each lasting for `days`, how many come before care ends. */
export function fillsInCare(
  careEndsOn: string | null | undefined,
  { day, days, count }: { readonly day: string; readonly days: number; readonly count: number },
): number {
  if (careEndsOn == null) return count;
  return Math.min(count, Math.max(0, Math.ceil(daysBetween(day, careEndsOn) / Math.max(1, days))));
}

type ProductFilter = (other: Medicine) => boolean;

const hasCategory =
  (category: string): ProductFilter =>
  ({ categories }) =>
    categories.includes(category);
const isOnHold = ({ prescriptions }: FillFacts, { productid }: Medicine): boolean =>
  prescriptions.get(productid)?.onHold ?? false;
/** Days for which packs last, as fast as the patient uses them. */
const daysOf = (
  { prescriptions }: FillFacts,
  { productId, quantity, packDays }: Pick<RequestedFill, "productId" | "quantity" | "packDays">,
): number => daysAtPace(quantity * packDays, prescriptions.get(productId)?.pace ?? "label");
const sum = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((total, each) => total + of(each), 0);

const onHand = (facts: FillFacts, matches: ProductFilter): number => daysOnHand(boxesOf(facts, matches), facts.today);

const boxesOf = (facts: Pick<FillFacts, "medicines" | "boxes">, matches: ProductFilter): readonly Box[] =>
  [...facts.boxes].flatMap(([productId, boxes]) => (matches(medicineOf(facts, productId)) ? boxes : []));

/** A product that is no longer in the catalogue is a family of its own. */
const medicineOf = ({ medicines }: Pick<FillFacts, "medicines">, productId: string): Medicine =>
  medicines.find(({ productid }) => productid === productId) ?? {
    ...{ productid: productId, name: "this", family: productId, categories: [], pricings: [] },
  };
