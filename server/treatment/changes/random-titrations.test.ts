import fc from "fast-check";
import { expect, test } from "vitest";
import { changeBegins } from "#contract/treatment/changes.ts";
import { type LastingPace, type Pace, paces, partsOver, usesMore } from "#contract/treatment/pace.ts";
import { addDays, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { paceOn } from "#server/prescriptions/directions-schedule.ts";
import { medicineInUse } from "#server/prescriptions/medicine-in-use.ts";
import type { PrescribedItem } from "#server/prescriptions/prescriptions.ts";
import {
  type Box,
  boxInUse,
  daysOnHand,
  emptyOn,
  type PaceFrom,
  plannedDay,
  type Rest,
} from "#server/prescriptions/timeline.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { type ChangeStart, chargeDayFor, latestArrival, startWhenAgreed } from "./change-rules.ts";

/*
 * Months of titration day by day, with the rules that plan charges, use boxes and begin changes, and a plain account of what the patient has been sent: whatever
 * a doctor changes, and however long parcels take, there's medicine each day and one strength at a time.
 */

const firstDay = "2026-06-01";
const leadDays = 7;
const horizon = 70;
const strengths = ["0.025", "0.05", "0.075", "0.1"] as const;

interface Titration {
  /** Days' supply of a box. */
  readonly days: number;
  /** How many days each parcel takes, in turn. */
  readonly transits: readonly number[];
  /** When a doctor changes the strength, how it begins, and after how many days the patient agrees. */
  readonly changes: readonly {
    readonly at: number;
    readonly begins: ChangeStart["begins"];
    readonly in: number;
    readonly agreesIn: number;
    /** How fast what they have is used until then. */
    readonly until: Pace | null;
  }[];
  /** A break from it. */
  readonly rest: { readonly at: number; readonly days: number } | null;
  /** Other directions from a day on, written so many days before. */
  readonly phases: readonly { readonly at: number; readonly notice: number; readonly pace: LastingPace }[];
}

const titrations: fc.Arbitrary<Titration> = fc.record({
  days: fc.constantFrom(28, 30, 84),
  transits: fc.array(fc.integer({ min: 1, max: leadDays }), { minLength: 3, maxLength: 6 }),
  changes: fc.array(
    fc.record({
      at: fc.integer({ min: 5, max: 45 }),
      begins: fc.constantFrom(...changeBegins),
      in: fc.integer({ min: 1, max: 40 }),
      agreesIn: fc.integer({ min: 0, max: 12 }),
      until: fc.constantFrom<Pace | null>(null, null, null, "double", "half"),
    }),
    { maxLength: 3 },
  ),
  rest: fc.option(fc.record({ at: fc.integer({ min: 2, max: 60 }), days: fc.integer({ min: 1, max: 21 }) })),
  phases: fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 2, max: 60 }),
      notice: fc.integer({ min: 0, max: 20 }),
      pace: fc.constantFrom(...paces),
    }),
    { maxLength: 2, selector: ({ at }) => at },
  ),
});

/** The days of a run, made once. */
const calendar = Array.from({ length: 150 }, (_, count) => addDays(firstDay, count));

type SentBox = Box & { readonly product: string; readonly arrivesOn: string; readonly leavesOn: string };

/** What a month of titration comes to: what is used each day, and each charge. */
function run({ days, transits, changes, rest, phases }: Titration) {
  const day = (count: number) => calendar[count] ?? addDays(firstDay, count);
  const rests: Rest[] = rest ? [{ from: day(rest.at), until: day(rest.at + rest.days) }] : [];
  const written = inTime(phases).map(({ at, notice, pace }) => ({ since: day(at - notice), from: day(at), pace }));
  const bridges = new Map<string, { readonly from: string; readonly pace: Pace }>();
  /** When a doctor prescribed another strength: directions of what it replaces aren't changed after that. */
  const changedAt = new Map<string, string>();
  let sent: SentBox[] = [];
  let [products, start]: [string[], ChangeStart | null] = [[strengths[0]], null];
  let [chargeOn, asked]: [
    string | null,
    { since: number; start: ChangeStart; agreesIn: number; until: Pace | null } | null,
  ] = [null, null];
  const used: (string | null)[] = [];
  /** How fast a product is used, as it's known on a day. */
  const pacesAsOf = (product: string, today: string): PaceFrom[] => {
    const known = written.filter(({ since }) => since <= today && since <= (changedAt.get(product) ?? today));
    const bridge = bridges.get(product);
    return bridge === undefined ? known : [...known.filter(({ from }) => from < bridge.from), bridge];
  };
  const asOf = (today: string): Map<string, readonly SentBox[]> =>
    Map.groupBy(
      sent.map((box) => ({
        ...box,
        ...{ rests, paces: pacesAsOf(box.product, today) },
        shippedOn: today > box.orderedOn ? box.leavesOn : null,
        deliveredOn: box.arrivesOn <= today ? box.arrivesOn : null,
      })),
      ({ product }) => product,
    );
  const problems: string[] = [];
  const partsLeft = new Map<string, number>();
  for (let count = 0; count < horizon; count += 1) {
    const today = day(count);
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
        asked = { since: count, start: chosen, agreesIn: change.agreesIn, until: change.until };
        changedAt.set(products[0] ?? "", today);
        if (change.until === "half") {
          bridges.set(products[0] ?? "", { from: today, pace: "half" });
          now = asOf(today);
          boxes = [...now.values()].flat();
        }
      }
    }
    if (asked !== null && count - asked.since >= asked.agreesIn && products.length < strengths.length) {
      start = startWhenAgreed(asked.start, today);
      if (asked.until === "double" && lasts(boxes, start, today, "double")) {
        bridges.set(products[0] ?? "", { from: today, pace: "double" });
        now = asOf(today);
        boxes = [...now.values()].flat();
      }
      products = [strengths[products.length] ?? "", ...products];
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
      [start, chargeOn] = [null, null];
      now = asOf(today);
    }
    const inUse = medicineInUse(products[0] ?? "", prescribedOf(products), now, today);
    used.push(inUse?.productId ?? null);
    if (inUse === null) problems.push(`nothing on day ${count}`);
    const isResting = rests.some(({ from, until }) => from <= today && today < until);
    if (inUse !== null && (inUse.restsUntil !== null) !== isResting)
      problems.push(`a break unlike the doctor's on day ${count}`);
    const onHand = daysOnHand([...now.values()].flat(), today);
    // What is in use and one more, which may come as early as parcels may take long; a third as much lasts three times as long.
    const most = (days + leadDays + days) * (bridges.size + written.length === 0 ? 1 : 3);
    // A plain account of each box: as much is left of it as was in it, less what was used on each day.
    const box = boxInUse([...now.values()].flat(), today);
    if (box !== undefined && !isResting) {
      const key = `${box.product} ${box.orderedOn}`;
      const left = (partsLeft.get(key) ?? partsOver(days, "label")) - partsOver(1, paceOn(box.paces, today));
      partsLeft.set(key, left);
      if (left < 0) problems.push(`more used of a box than was in it on day ${count}`);
    }
    if (onHand > most) problems.push(`${onHand} days at home on day ${count}`);
  }
  return { used, problems, sent, bridges };
}

const withPace = <B extends Box>(boxes: readonly B[], pace: Pace, today: string): B[] =>
  boxes.map((box) => ({
    ...box,
    paces: [...(box.paces ?? []).filter(({ from }) => from <= today), { from: today, pace }],
  }));

/** What is at home, used at a pace, lasts until the new one is there. */
function lasts(boxes: readonly Box[], start: ChangeStart, today: string, pace: Pace | null): boolean {
  if (start.begins === "when_box_ends" || boxes.some(({ shippedOn }) => shippedOn === null)) return false;
  const arrived = boxes.filter(({ deliveredOn }) => deliveredOn !== null);
  const empty = emptyOn(pace === null ? arrived : withPace(arrived, pace, today), today);
  return (empty ?? today) >= latestArrival(start, leadDays, today);
}

/** Faster use is written so long before that the next box is there in time; a prescriber who wants it sooner is told the day without. */
const inTime = (phases: Titration["phases"]): Titration["phases"] =>
  phases
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, notice, pace }) => ({ at, pace, notice: Math.min(at, Math.max(notice, leadDays + 1)) }));

const prescribedOf = ([product = "", ...before]: readonly string[]): PrescribedItem => ({
  ...{ prescriptionId: `rx ${product}`, directions: product, refillsLeft: 9, daysSupply: 28 },
  ...{ onHold: false, waits: false, renewalRequested: false },
  replaces: before.map((productId) => ({
    ...{ prescriptionId: `rx ${productId}`, productId, directions: productId, onHold: false },
  })),
});

test("decisions §19 10,000 random titrations: never a day without, never two strengths, never back to one before", () => {
  let [onDays, changed, doubled, halved] = [0, 0, 0, 0];
  fc.assert(
    fc.property(titrations, (titration) => {
      const { used, problems, sent, bridges } = run(titration);
      expect(problems).toEqual([]);
      const order = used.map((product) => strengths.indexOf(product as (typeof strengths)[number]));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      for (const { beginsOn, product, arrivesOn } of sent) {
        if (beginsOn == null) continue;
        onDays += 1;
        const from = daysBetween(firstDay, beginsOn > arrivesOn ? beginsOn : arrivesOn);
        if (from >= horizon || from < 1) continue;
        expect([product, used.slice(0, from).includes(product)]).toEqual([product, false]);
        const later = used[from] ?? "";
        expect(later >= product, "in use from its day, unless it was changed again").toBe(true);
      }
      changed += new Set(used).size - 1;
      for (const { pace } of bridges.values())
        if (pace === "double") doubled += 1;
        else halved += 1;
    }),
    propertyRuns(10_000, 50_000),
  );
  expect([onDays > 500, changed > 3000, doubled > 100, halved > 500]).toEqual([true, true, true, true]);
});
