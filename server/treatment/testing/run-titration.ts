import type { Content } from "#content/loader/load.ts";
import { type Pace, partsOver, usesMore } from "#contract/treatment/pace.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { paceOn } from "#server/prescriptions/directions-schedule.ts";
import {
  type Box,
  boxInUse,
  daysOnHand,
  earliestFill,
  emptyOn,
  plannedDay,
  type Rest,
} from "#server/prescriptions/timeline.ts";
import {
  changedPriceCents,
  type ChangeStart,
  chargeDayFor,
  costsNoMore,
  findPricedProduct,
  latestArrival,
  startWhenAgreed,
} from "../changes/change-rules.ts";
import { currentUnitPriceCents } from "../snapshot/treatment-snapshot.ts";
import { emptyRecord, type Label } from "./titration-record.ts";
import {
  type Change,
  firstDay,
  horizon,
  inTime,
  leadDays,
  pricesOf,
  pricingOf,
  strengths,
  type Titration,
} from "./titration.ts";

/*
 * Months of titration day by day, with the rules that plan charges, use boxes and begin changes, and a plain account of what the patient has been sent, told and
 * charged.
 */

/** The days of a run, made once. */
const calendar = Array.from({ length: 150 }, (_, count) => addDays(firstDay, count));

type SentBox = Box & {
  readonly product: string;
  readonly arrivesOn: string;
  readonly leavesOn: string;
};

/** A charge, what the patient had agreed to by then, and what its product costs that day. */
interface Charge {
  readonly product: string;
  readonly cents: number;
  readonly agreed: { readonly product: string; readonly cents: number };
  readonly today: number;
}

/** What months of titration come to: what is used each day by each outlet, and each charge. */
export function runTitration(content: Content, { days, transits, changes, rest, phases, ...titration }: Titration) {
  const day = (count: number) => calendar[count] ?? addDays(firstDay, count);
  const rests: Rest[] = rest ? [{ from: day(rest.at), until: day(rest.at + rest.days) }] : [];
  const written = inTime(phases).map(({ at, notice, pace }) => ({ since: day(at - notice), from: day(at), pace }));
  const record = emptyRecord(content);
  record.prescribe(strengths[0], firstDay);
  const bridges: Pace[] = [];
  const catalogueOn = pricesOf(titration);
  const centsOn = (product: string, count: number) =>
    findPricedProduct(catalogueOn(count), product, pricingOf(product))?.pricing.pricecents ?? 0;
  let agreed = { product: strengths[0] as string, cents: centsOn(strengths[0], 0) };
  let subscription = { product_id: agreed.product, price_cents: agreed.cents };
  const charges: Charge[] = [];
  let sent: SentBox[] = [];
  let [products, start]: [string[], ChangeStart | null] = [[strengths[0]], null];
  let [chargeOn, asked]: [
    string | null,
    (
      | (Change & {
          readonly since: number;
          readonly start: ChangeStart;
          readonly cents: number;
          readonly needsYes: boolean;
        })
      | null
    ),
  ] = [null, null];
  const used: (string | null)[] = [];
  const asOf = (today: string): Map<string, readonly SentBox[]> =>
    Map.groupBy(
      sent.map((box) => ({
        ...box,
        ...{ rests, paces: record.pacesOf(box.product) },
        shippedOn: today > box.orderedOn ? box.leavesOn : null,
        deliveredOn: box.arrivesOn <= today ? box.arrivesOn : null,
      })),
      ({ product }) => product,
    );
  const problems: string[] = [];
  let [lastState, refused] = ["", 0];
  /** As they're printed when their boxes leave. */
  const labels = new Map<string, Label>();
  const partsLeft = new Map<string, number>();
  for (let count = 0; count < horizon; count += 1) {
    const today = day(count);
    for (const { since, from, pace } of written)
      if (since === today && asked === null) record.direct(products[0] ?? "", pace, today, from);
    let now = asOf(today);
    let boxes = [...now.values()].flat();
    const change = changes.find(({ at }) => at === count);
    // A doctor may not name a day after what the patient has, nor change what rests.
    if (change && asked === null && start === null && rests.every(({ until }) => until <= today)) {
      const on = day(count + change.in);
      // Used in another way until then, it lasts until another day.
      const bridged = change.until === null ? boxes : withPace(boxes, change.until, today);
      const fits = change.begins !== "on_day" || on <= (emptyOn(bridged, today) ?? on);
      const atPharmacy = boxes.some(({ shippedOn }) => shippedOn === null);
      const chosen = { begins: change.begins, beginsOn: change.begins === "on_day" ? on : null };
      const isQuicker = change.until !== null && usesMore(change.until, paceOn(boxes[0]?.paces, today));
      const isAllowed = !isQuicker || lasts(boxes, chosen, today, change.until);
      if (fits && isAllowed && products.length < strengths.length && !(change.begins === "now" && atPharmacy)) {
        const to = strengths[products.length] ?? "";
        asked = { ...change, since: count, start: chosen, cents: centsOn(to, count), needsYes: true };
        // What costs no more and brings no charge of its own needs no yes.
        if (
          change.begins === "when_box_ends" &&
          costsNoMore({ cents: subscription.price_cents, days }, { cents: asked.cents, days })
        )
          asked = { ...asked, agreesIn: 0, isRefused: false, needsYes: false };
        record.ask(products[0] ?? "", to, change.until, today);
        if (change.until === "half") {
          bridges.push("half");
          now = asOf(today);
          boxes = [...now.values()].flat();
        }
      }
    }
    // Used as before again, it may end before the next one can be there; then they don't answer.
    const endsSoon = (emptyOn(withPace(atHome(boxes), "label", today), today) ?? today) < day(count + leadDays);
    if (asked?.isRefused && count - asked.since >= asked.agreesIn && !(asked.until === "half" && endsSoon)) {
      record.refuse(products[0] ?? "", today);
      refused += 1;
      asked = null;
      now = asOf(today);
      boxes = [...now.values()].flat();
    }
    if (asked !== null && !asked.isRefused && count - asked.since >= asked.agreesIn) {
      start = startWhenAgreed(asked.start, today);
      const lasting = asked.until === "double" && lasts(boxes, start, today, "double") ? asked.until : null;
      if (lasting !== null) bridges.push(lasting);
      record.agree(products[0] ?? "", lasting, today);
      now = asOf(today);
      boxes = [...now.values()].flat();
      products = [strengths[products.length] ?? "", ...products];
      record.prescribe(products[0] ?? "", today);
      const ofChange = {
        to_product_id: products[0] ?? "",
        to_pricing_id: pricingOf(products[0] ?? ""),
        to_price_cents: asked.cents,
      };
      subscription = {
        product_id: ofChange.to_product_id,
        price_cents: changedPriceCents(catalogueOn(count), ofChange, 1),
      };
      const most = asked.needsYes ? asked.cents : Math.min(asked.cents, agreed.cents);
      agreed = { product: ofChange.to_product_id, cents: Math.min(most, centsOn(ofChange.to_product_id, count)) };
      if (start.begins === "now" && boxes.some(({ shippedOn }) => shippedOn === null))
        start = { begins: "when_box_ends", beginsOn: null };
      chargeOn = start.begins === "now" ? today : start.beginsOn && chargeDayFor(start.beginsOn, leadDays, today);
      asked = null;
    }
    if (count === 0 || today >= (chargeOn ?? plannedDay(boxes, leadDays, today))) {
      const [product = ""] = products;
      const arrivesOn = day(count + (count === 0 ? 0 : (transits[sent.length % transits.length] ?? 1)));
      const isFixed = start !== null && start.begins !== "when_box_ends";
      const begins = isFixed ? { beginsOnArrival: true, beginsOn: start?.beginsOn ?? null } : {};
      sent = [
        ...sent,
        {
          ...{
            product,
            days,
            orderedOn: today,
            arrivesOn,
            leavesOn: day(count + 1),
            shippedOn: null,
            deliveredOn: null,
          },
          ...begins,
        },
      ];
      const { product_id } = subscription;
      const paid = { ...subscription, pricing_id: pricingOf(product_id), quantity: 1 };
      const cents = currentUnitPriceCents(catalogueOn(count), paid);
      charges.push({ product, cents, agreed, today: centsOn(product, count) });
      const from = earliestFill(boxes, today);
      if (!isFixed && from !== null && today < from) problems.push(`two charges of one period on day ${count}`);
      [start, chargeOn] = [null, null];
      now = asOf(today);
    }
    for (const each of sent)
      if (!labels.has(keyOf(each)) && (each.leavesOn <= today || each.arrivesOn <= today))
        labels.set(keyOf(each), record.label(each.product, today));
    const box = boxInUse([...now.values()].flat(), today);
    used.push(box?.product ?? null);
    if (box === undefined) problems.push(`nothing on day ${count}`);
    const isResting = rests.some(({ from, until }) => from <= today && today < until);
    const onHand = daysOnHand([...now.values()].flat(), today);
    // What is in use and one more, which may come as early as parcels may take long; a third as much lasts three times as long.
    const most = (days + leadDays + days) * (bridges.length + written.length === 0 ? 1 : 3);
    // A plain account of each box: as much is left of it as was in it, less what was used on each day.
    if (box !== undefined && !isResting) {
      const key = keyOf(box);
      const left = (partsLeft.get(key) ?? partsOver(days, "label")) - partsOver(1, paceOn(box.paces, today));
      partsLeft.set(key, left);
      if (left < 0) problems.push(`more used of a box than was in it on day ${count}`);
    }
    if (onHand > most) problems.push(`${onHand} days at home on day ${count}`);
    const state = [box?.product, box?.orderedOn, record.changes(), isResting].join(" ");
    if (box !== undefined && (state !== lastState || written.some(({ from }) => from === today)))
      problems.push(
        ...record
          .differences(now, { ...box, isResting, label: labels.get(keyOf(box)) }, today)
          .map((each) => `${each} on day ${count}`),
      );
    lastState = state;
  }
  return { used, problems, sent, bridges, charges, refused };
}

const keyOf = ({ product, orderedOn }: SentBox) => `${product} ${orderedOn}`;

const withPace = <B extends Box>(boxes: readonly B[], pace: Pace, today: string): B[] =>
  boxes.map((box) => ({
    ...box,
    paces: [...(box.paces ?? []).filter(({ from }) => from <= today), { from: today, pace }],
  }));

const atHome = <B extends Box>(boxes: readonly B[]): B[] => boxes.filter(({ deliveredOn }) => deliveredOn !== null);

/** What is at home, used at a pace, lasts until the new one is there. */
function lasts(boxes: readonly Box[], start: ChangeStart, today: string, pace: Pace | null): boolean {
  if (start.begins === "when_box_ends" || boxes.some(({ shippedOn }) => shippedOn === null)) return false;
  const arrived = atHome(boxes);
  const empty = emptyOn(pace === null ? arrived : withPace(arrived, pace, today), today);
  return (empty ?? today) >= latestArrival(start, leadDays, today);
}
