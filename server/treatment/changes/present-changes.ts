import type { Content } from "#content/loader/load.ts";
import type { Doctor } from "#contract/doctors.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { isFaster } from "#contract/treatment/pace.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { prescriptionOrderStates } from "#server/platform/database/states.ts";
import { type Sentence, toText, type Words } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { PrescribedItems } from "#server/prescriptions/public.ts";
import { upcomingCharges } from "../calendar/upcoming-charges.ts";
import { chargeDayWhenNotified } from "../charge-days.ts";
import {
  type ShownChangeRow,
  type TreatmentChangeRow,
  treatmentChangeRows,
  openTreatmentChangeTexts,
} from "../snapshot/change-queries.ts";
import {
  type TreatmentSnapshot,
  loadTreatmentSnapshot,
  isInTreatment,
  scheduledPrescriptionOrder,
  subscriptionIn,
  usedToday,
} from "../snapshot/treatment-snapshot.ts";
import { planItem, presentSubscriptions } from "../subscriptions/present-subscriptions.ts";
import { changeObjections } from "./change-objection.ts";
import {
  canAgree,
  changedPriceCents,
  chargeDayFor,
  type ChangeStart,
  findPricedProduct,
  shownDays,
  startWhenAgreed,
  withTax,
} from "./change-rules.ts";
import {
  type ChangePhase,
  changeTitle,
  refusalMessage,
  thenSentence,
  todaySentence,
  untilSentence,
} from "./change-sentences.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets">;

/** Treatment changes that await the patient, and those of the last 60 days, newest first. Two queries, and more for what they haven't agreed to. */
export async function loadTreatmentChanges(
  services: Deps & { readonly db: Database },
  snapshot: TreatmentSnapshot,
  patientId: string,
): Promise<TreatmentChange[]> {
  const rows = await treatmentChangeRows(services.db, patientId).execute();
  const doctors = await doctorsById(
    services.db,
    rows.map(({ doctor_id }) => doctor_id),
  );
  return presentTreatmentChanges(services, snapshot, rows, {
    doctors,
    objections: await changeObjections(services, rows),
  });
}

/** The patient's subscriptions with the changes made to them, from one snapshot; `prescribed` by product. Three queries. */
export async function loadSubscriptionsAndChanges(
  services: Deps & { readonly db: Database },
  patientId: string,
  prescribed: PrescribedItems,
): Promise<{ readonly subscriptions: Subscription[]; readonly changes: TreatmentChange[] }> {
  const snapshot = await loadTreatmentSnapshot(services, patientId, prescribed);
  const upcoming = upcomingCharges(services.content, snapshot);
  return {
    subscriptions: presentSubscriptions(services.content, snapshot, upcoming),
    changes: await loadTreatmentChanges(services, snapshot, patientId),
  };
}

/** Like `loadTreatmentChanges`, from all change rows of a patient, newest first, and what speaks against them (`changeObjections`). */
export function presentTreatmentChanges(
  services: Deps,
  snapshot: TreatmentSnapshot,
  rows: readonly ShownChangeRow[],
  {
    doctors,
    objections,
  }: { readonly doctors: ReadonlyMap<string, Doctor>; readonly objections: ReadonlyMap<string, Words> },
): TreatmentChange[] {
  const since = new Date(services.clock.now().getTime() - shownDays * 86_400_000);
  const changes = rows.filter(({ status, created_at }) => status === "waiting" || created_at >= since);
  return changes.map((change) => {
    const isOpen = canAgree(change, subscriptionIn(snapshot, change.subscription_id), services.clock.now());
    const objection = isOpen ? (objections.get(change.id) ?? null) : null;
    return presentTreatmentChange(
      services,
      snapshot,
      {
        ...{ ...change, ...previousItem(snapshot, changes, change) },
        agreeable: isOpen && objection === null,
        obstacle: objection && toText(services.content, objection),
      },
      doctors.get(change.doctor_id) ?? null,
    );
  });
}

/**
 * The title of the newest change of what a doctor discontinued and the patient has agreed to nothing for; null without one. `rows` are all of the
 * patient's, newest first.
 */
export function titleOfDiscontinuing(
  { content }: Pick<Services, "content">,
  snapshot: TreatmentSnapshot,
  rows: readonly ShownChangeRow[],
  doctors: ReadonlyMap<string, Doctor>,
): string | null {
  const change = rows.find(({ subscription_id }) => subscriptionIn(snapshot, subscription_id).discontinued_on !== null);
  if (change === undefined) return null;
  const facts = { status: "agreed", inTreatment: isInTreatment(snapshot, change.subscription_id) } as const;
  return toText(content, changeTitle(facts, doctorName(content, doctors.get(change.doctor_id) ?? null)));
}

const doctorName = ({ nextsteps }: Content, doctor: Doctor | null): string => doctor?.name ?? nextsteps.unknown.doctor;

type PreviousItem = Pick<TreatmentChangeRow, "from_product_id" | "from_pricing_id" | "from_price_cents">;

/**
 * What the patient had before a change. If the product it replaced came from an earlier change and was never ordered, what preceded that
 * earlier change.
 */
function previousItem(
  snapshot: TreatmentSnapshot,
  changes: readonly ShownChangeRow[],
  change: ShownChangeRow,
): PreviousItem {
  const { from_product_id, from_pricing_id, from_price_cents, subscription_id } = change;
  const earlier = wasOrdered(snapshot, change)
    ? undefined
    : changes
        .slice(changes.indexOf(change) + 1)
        .find((each) => each.subscription_id === subscription_id && each.status === "agreed");
  return earlier ? previousItem(snapshot, changes, earlier) : { from_product_id, from_pricing_id, from_price_cents };
}

/** Whether the subscription ever ordered the product that a change replaces; what was cancelled before it was sent does not count. */
const wasOrdered = (
  snapshot: TreatmentSnapshot,
  { subscription_id, from_product_id }: Pick<TreatmentChangeRow, "subscription_id" | "from_product_id">,
): boolean =>
  snapshot.prescriptionOrders.some(
    (prescriptionOrder) =>
      prescriptionOrder.subscription_id === subscription_id &&
      prescriptionOrder.product_id === from_product_id &&
      prescriptionOrder.status === "ordered",
  );

function presentTreatmentChange(
  { content, secrets }: Deps,
  snapshot: TreatmentSnapshot,
  change: ShownChangeRow & Pick<TreatmentChange, "agreeable" | "obstacle">,
  doctor: Doctor | null,
): TreatmentChange {
  const { quantity, days_supply, pricing_id } = subscriptionIn(snapshot, change.subscription_id);
  const { note, directions, untilDirections } = openTreatmentChangeTexts(secrets, change);
  const item = (productId: string, pricingId: string, cents: number) => {
    const { name, dosage } = planItem(content, productId, null);
    const labeled = (findPricedProduct(content, productId, pricingId)?.pricing.dayssupply ?? 0) * quantity;
    // What is shipped now comes as often as the doctor's directions have it.
    const isShipped = pricingId === pricing_id;
    const dayssupply = labeled === 0 || isShipped ? days_supply : labeled;
    return { name, dosage, dayssupply, price: toDollars(withTax(content, productId, cents, snapshot.shipState)) };
  };
  const pricedProduct = findPricedProduct(content, change.to_product_id, change.to_pricing_id);
  const phase = changePhase(content, snapshot, { ...change, untilDirections });
  const inTreatment = isInTreatment(snapshot, change.subscription_id);
  const textOf = (each: Sentence | null) => each && toText(content, each);
  return {
    id: change.id,
    subscriptionid: change.subscription_id,
    ...{ status: change.status, agreeable: change.agreeable, obstacle: change.obstacle },
    title: toText(content, changeTitle({ ...change, inTreatment }, doctorName(content, doctor))),
    begins: change.begins,
    beginson: change.begins_on,
    until: change.until,
    today: textOf(todaySentence(phase)),
    then: [thenSentence(phase), untilSentence(phase)].flatMap((each) => textOf(each) ?? []).join(" ") || null,
    from: item(change.from_product_id, change.from_pricing_id, change.from_price_cents),
    fromordered: phase.fromOrdered,
    to: {
      ...item(change.to_product_id, change.to_pricing_id, changedPriceCents(content, change, quantity)),
      directions: directions ?? pricedProduct?.product.howtouse ?? null,
    },
    chargeon: firstCharge(content, snapshot, change),
    doctor,
    note,
    refusal: toText(content, refusalMessage(inTreatment)),
    at: change.created_at.toISOString(),
  };
}

/** Where a change stands, by what the patient has at home and what was ordered since. */
function changePhase(
  content: Content,
  snapshot: TreatmentSnapshot,
  change: ShownChangeRow & { readonly untilDirections: string | null },
): ChangePhase {
  const nameOf = (productId: string) => {
    const { name, dosage } = planItem(content, productId, null);
    return dosage === "" ? name : `${name}, ${dosage}`;
  };
  const subscription = subscriptionIn(snapshot, change.subscription_id);
  const isCurrent = subscription.product_id === change.to_product_id;
  const inUse = usedToday(snapshot, subscription);
  const since = dayIn(snapshot.practiceTimezone, change.decided_at ?? change.created_at);
  // Its first order says it, charged or not; the ones after that follow.
  const isBegunOnArrival = snapshot.prescriptionOrders.some(
    ({ subscription_id, status, begins, product_id, charge_on }) =>
      subscription_id === subscription.id &&
      prescriptionOrderStates.live.has(status) &&
      begins !== null &&
      (product_id ?? subscription.product_id) === change.to_product_id &&
      charge_on >= since,
  );
  // What a doctor stopped since isn't begun any more.
  const isStopped = snapshot.stoppedProducts.has(change.to_product_id);
  return {
    ...{ status: change.status, begins: change.begins, until: change.until, untilDirections: change.untilDirections },
    isFasterUntil: isFaster(change.until_pace),
    beginsOn: change.begins_on !== null && change.begins_on > snapshot.today ? formatDay(change.begins_on) : null,
    ...{ from: nameOf(change.from_product_id), to: nameOf(change.to_product_id) },
    fromOrdered: wasOrdered(snapshot, change),
    isBegun: change.status === "agreed" && (!isCurrent || isStopped || inUse?.productId === change.to_product_id),
    isFromInUse: inUse !== null,
    isBegunOnArrival: isBegunOnArrival || change.until === "stop",
  };
}

/** The day a change made now is first charged, assuming the patient agrees today where they have to; null while nothing is scheduled. */
export function firstChargeOfChange(
  { shipping }: Pick<Content, "shipping">,
  snapshot: TreatmentSnapshot,
  subscriptionId: string,
  { status, ...chosen }: ChangeStart & { readonly status: "waiting" | "agreed" },
): string | null {
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, subscriptionId);
  const start = startWhenAgreed(chosen, snapshot.today);
  if (prescriptionOrder && start.begins !== "when_box_ends" && snapshot.chargesStoppedBy === null)
    return firstDayOf(shipping, snapshot, start);
  if (!prescriptionOrder || prescriptionOrder.failed_on !== null || snapshot.chargesStoppedBy !== null) return null;
  return status === "waiting" || prescriptionOrder.held_back_from !== null
    ? chargeDayWhenNotified(prescriptionOrder.charge_on, snapshot.today)
    : prescriptionOrder.charge_on;
}

/** The day one is charged that has a day of its own: today where it begins now. */
const firstDayOf = (
  { leaddays }: Content["shipping"],
  { patientToday }: TreatmentSnapshot,
  { beginsOn }: ChangeStart,
): string => (beginsOn === null ? patientToday : chargeDayFor(beginsOn, leaddays, patientToday));

/**
 * The day the replacement is first charged, assuming the patient agrees today; null after that charge, while nothing is scheduled or automatic
 * charges are suspended.
 */
function firstCharge(
  { shipping }: Pick<Content, "shipping">,
  snapshot: TreatmentSnapshot,
  { subscription_id, status, begins, begins_on, decided_at }: ShownChangeRow,
): string | null {
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, subscription_id);
  if (!prescriptionOrder || status === "refused" || snapshot.chargesStoppedBy !== null) return null;
  const start = startWhenAgreed({ begins, beginsOn: begins_on }, snapshot.today);
  if (status === "waiting" && begins !== "when_box_ends") return firstDayOf(shipping, snapshot, start);
  if (status === "waiting") return chargeDayWhenNotified(prescriptionOrder.charge_on, snapshot.today);
  // Charges are planned by the practice's calendar.
  const since = dayIn(snapshot.practiceTimezone, decided_at ?? new Date(0));
  const ordered = snapshot.prescriptionOrders.some(
    (each) => each.subscription_id === subscription_id && each.order_id !== null && each.charge_on > since,
  );
  return ordered || prescriptionOrder.held_back_from !== null ? null : prescriptionOrder.charge_on;
}
