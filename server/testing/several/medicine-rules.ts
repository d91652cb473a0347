import fc from "fast-check";
import { paces } from "#contract/treatment/pace.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { directionsOn, pacesByProduct } from "#server/prescriptions/directions-schedule.ts";
import { dispensedBoxes, type DispensingRows } from "#server/prescriptions/dispensed-boxes.ts";
import { mayComeEarly, withLosses } from "#server/prescriptions/early-fill.ts";
import { medicineInUse, medicinesInUse } from "#server/prescriptions/medicine-in-use.ts";
import { openRests, restFromRow, type RestRow, restsUntil } from "#server/prescriptions/medicine-rests.ts";
import {
  fillIn,
  isToSend,
  isVoidedForGood,
  isWhollyVoided,
  leftWith,
  parcelOf,
} from "#server/prescriptions/parcels.ts";
import { activePrescriptionsFromRows, type PrescribedItem } from "#server/prescriptions/prescriptions.ts";
import { synchronizeCharges } from "#server/prescriptions/synchronize-charges.ts";
import {
  type Box,
  boxInUse,
  chargeDay,
  daysOnHand,
  earliestFill,
  emptyOn,
  isAtPharmacy,
  isOnHand,
  medicineUseSpans,
  plannedDay,
} from "#server/prescriptions/timeline.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import {
  content,
  daysFromNow,
  lineOf,
  phaseOf,
  prescribedItem,
  products,
  shipmentOf,
  today,
} from "./treatment-world.ts";

export const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => addDays(today, days));

const anyBox: fc.Arbitrary<Box> = fc
  .record({
    days: fc.constantFrom(28, 30, 84),
    ordered: fc.integer({ min: -120, max: -3 }),
    sent: fc.constantFrom("at_pharmacy", "shipped", "delivered", "delivered"),
    takes: fc.nat(3),
    begins: fc.constantFrom(false, false, false, true),
  })
  .map(({ days, ordered, sent, takes, begins }) => ({
    ...{ days, orderedOn: addDays(today, ordered) },
    shippedOn: sent === "at_pharmacy" ? null : addDays(today, ordered + 1),
    deliveredOn: sent === "delivered" ? addDays(today, ordered + takes) : null,
    ...(begins && { beginsOnArrival: true, beginsOn: addDays(today, ordered + 9) }),
  }));
export const anyBoxes = fc.array(anyBox, { minLength: 1, maxLength: 4 });

/** One that was used up before any other of these was ordered. */
export const usedUpBox: Box = {
  ...{ days: 28, orderedOn: addDays(today, -400), shippedOn: addDays(today, -400), deliveredOn: addDays(today, -399) },
};

const ofBoxes = (ask: (boxes: readonly Box[]) => unknown, nothing = true): CheckedRule =>
  rule({
    cases: fc.record({ boxes: anyBoxes }),
    ask: ({ boxes }) => ask(boxes),
    anyOrder: { boxes: true },
    ...(nothing && { nothing: { "a box used up": () => ({ boxes: [usedUpBox] }) } }),
  });

const [patch, capsule, tablet] = products;
const cream = "tretinoin_cream_0_025";
const dispensingCases = fc
  .array(
    fc.record({
      productId: fc.constantFrom(...products),
      status: fc.constantFrom("paid", "shipped", "delivered", "refunded", "cancelled", "voided"),
      ago: fc.integer({ min: 4, max: 90 }),
      sent: fc.boolean(),
      arrived: fc.boolean(),
      cancelled: fc.boolean(),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .map((orders) => ({
    orders: orders.map(({ status, ago }, index) => ({ id: `o${index}`, status, placed_at: daysFromNow(-ago) })),
    lines: orders.flatMap(({ productId, cancelled }, index) => [
      { ...lineOf(`o${index}`, productId), cancelled_at: cancelled ? daysFromNow(-90) : null },
      { ...lineOf(`o${index}`, cream), line: 1 },
    ]),
    shipments: orders.flatMap(({ sent, arrived, ago }, index) =>
      sent ? [shipmentOf(`o${index}`, daysFromNow(1 - ago), arrived ? daysFromNow(3 - ago) : null)] : [],
    ),
    fills: orders.flatMap(({ sent, arrived }, index) =>
      sent && arrived ? [{ order_id: `o${index}`, line: 0, parcel: 1 }] : [],
    ) as DispensingRows["fills"],
    begun: [{ order_id: "o0", product_id: orders[0]!.productId, begins_on: null }] as DispensingRows["begun"],
    phases: [phaseOf(patch, "half", -40), phaseOf(patch, "label", -20), phaseOf(capsule, "third", -30)],
    rests: [
      { product_id: patch, from_on: addDays(today, -35), until_on: addDays(today, -28), along_with: null },
      { product_id: capsule, from_on: addDays(today, -3), until_on: addDays(today, 4), along_with: patch },
    ] as DispensingRows["rests"],
    losses: [
      { product_id: patch, granted_at: daysFromNow(-30), ends_on: addDays(today, -17) },
      { product_id: capsule, granted_at: daysFromNow(-20), ends_on: addDays(today, -7) },
    ],
  }));
type DispensingCase = typeof dispensingCases extends fc.Arbitrary<infer C> ? C : never;

const byOrder = ({ order_id }: { readonly order_id: string }) => order_id;
const othersParcel = {
  "another order's parcel": () => ({ shipments: [shipmentOf("other", daysFromNow(-1), null)] }),
  "another order's packing": () => ({ fills: [{ order_id: "other", line: 0, parcel: 1 }] }),
  "what is packed and hasn't left": () => ({ fills: [{ order_id: "o0", line: 1, parcel: null }] }),
};
const othersPacking = {
  "another order's packing": othersParcel["another order's packing"] as () => Partial<DispensingCase>,
};
/** As `dispensingCases`, with some of what was packed voided, to be sent again or not. */
const voidedCases = fc.tuple(dispensingCases, fc.nat(15)).map(([given, which]) => ({
  ...given,
  fills: given.fills.map((fill, at) => ({
    ...fill,
    voided_at: (which >> at) % 2 === 1 ? daysFromNow(0) : null,
    void_resends: (which >> at) % 2 === 1 ? which % 3 === 0 : null,
  })),
}));
const lossCases = fc
  .record({
    ordered: fc.uniqueArray(fc.integer({ min: -60, max: 0 }), { minLength: 2, maxLength: 4 }),
    granted: fc.uniqueArray(fc.integer({ min: -60, max: 0 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ ordered, granted }) => ({
    boxes: ordered.map((days) => ({
      ...{ orderId: `o${days}`, days: 28, orderedAt: daysFromNow(days), orderedOn: addDays(today, days) },
      ...{ shippedOn: addDays(today, days + 1), deliveredOn: addDays(today, days + 3) },
    })),
    losses: granted
      .toSorted((one, other) => one - other)
      .map((days) => ({ product_id: patch, granted_at: daysFromNow(days), ends_on: addDays(today, days + 13) })),
  }));
const returned = {
  "a parcel that came back": ({ shipments }: DispensingCase) => ({
    last: true as const,
    shipments: shipments.map((each) => ({ ...each, parcel: 2, returned_at: daysFromNow(0) })),
  }),
};

const prescriptionRow = (productId: string, more: object = {}) =>
  ({
    ...{ id: `rx-${productId}`, product_id: productId, status: "active", refills_left: 2, days_supply: 28 },
    ...{ patient_id: "patient", approved_at: daysFromNow(-90) },
    ...{ on_hold_at: null, directions_sealed: null, asked: null, change_id: null, to_product_id: null },
    ...{ until_directions_sealed: null, change_status: null, until_pace: null, waits: false, begins_on: null, ...more },
  }) as Parameters<typeof activePrescriptionsFromRows>[1][number];

export const replacing: PrescribedItem = {
  ...prescribedItem("estradiol_patch_0_1", "active", 2),
  replaces: [{ prescriptionId: "rx-before", productId: patch, directions: "One.", onHold: false }],
};

const inUseCases = fc
  .record({ strong: anyBoxes, weak: anyBoxes, capsules: anyBoxes })
  .map(({ strong, weak, capsules }) => ({
    prescribed: new Map<string, PrescribedItem>([
      ["estradiol_patch_0_1", replacing],
      [capsule, prescribedItem(capsule, "active", 1)],
    ]),
    boxes: new Map<string, readonly Box[]>([
      ["estradiol_patch_0_1", strong],
      [patch, weak],
      [capsule, capsules],
    ]),
  }));
type InUseCase = typeof inUseCases extends fc.Arbitrary<infer C> ? C : never;
const nothingInUse = {
  "another medicine at home": (): Partial<InUseCase> => ({
    boxes: new Map([[tablet, [{ ...usedUpBox, deliveredOn: today }]]]),
  }),
  "a prescription with nothing at home": (): Partial<InUseCase> => ({
    prescribed: new Map([[cream, prescribedItem(cream, "active", 1)]]),
  }),
};

const restRow = (productId: string, from: number, until: number): RestRow => ({
  ...{ product_id: productId, from_on: addDays(today, from), until_on: addDays(today, until), along_with: null },
});
/** Breaks of two medicines, those of each one after the other. */
const restCases = fc
  .array(fc.record({ product: fc.constantFrom(patch, capsule), gap: fc.integer({ min: 1, max: 9 }) }), {
    ...{ minLength: 2, maxLength: 5 },
  })
  .map((gaps) => {
    let from = -15;
    return { rests: gaps.map(({ product, gap }) => restRow(product, (from += gap), (from += 5))) };
  });

/** Phases of two medicines, no two of one day. */
const phaseCases = fc
  .uniqueArray(
    fc.record({
      ago: fc.integer({ min: -40, max: 20 }),
      product: fc.constantFrom(patch, capsule),
      pace: fc.constantFrom(...paces),
    }),
    { minLength: 2, maxLength: 5, selector: ({ ago }) => ago },
  )
  .map((all) => ({
    phases: all.map(({ ago, product, pace }) => ({
      ...{ ...phaseOf(product, pace, Math.min(ago, 0)), id: `phase ${ago}` },
      begins_on: ago > 0 ? addDays(today, ago) : null,
    })),
  }));
const othersPhase = { "another medicine's phase": () => ({ phases: [phaseOf("zinc", "third", -80)] }) };

export const medicineRules = {
  "prescriptions/directions-schedule#pacesByProduct": rule({
    cases: phaseCases,
    ask: ({ phases }) => pacesByProduct(phases, "America/New_York"),
    anyOrder: { phases: true },
    nothing: othersPhase,
  }),
  "prescriptions/directions-schedule#directionsOn": rule({
    cases: phaseCases,
    ask: ({ phases }) =>
      directionsOn(
        { open: (sealed: Uint8Array, context: string) => `${sealed.toString()} ${context}` } as never,
        {
          ...{ id: "rx", patient_id: "patient", product_id: patch, approved_at: daysFromNow(-30) },
          directions_sealed: Buffer.from("as written"),
        },
        { phases, timezone: "America/New_York", day: today },
      ),
    anyOrder: { phases: true },
    nothing: othersPhase,
  }),
  "prescriptions/directions-schedule#paceOn": "Of phases in their order, which says which holds.",
  "prescriptions/directions-schedule#scheduleText": "Prints phases in their order.",
  "prescriptions/timeline#boxInUse": ofBoxes((boxes) => boxInUse(boxes, today)),
  "prescriptions/timeline#chargeDay": ofBoxes((boxes) => chargeDay(boxes, 7, today)),
  "prescriptions/timeline#daysOnHand": ofBoxes((boxes) => daysOnHand(boxes, today)),
  "prescriptions/timeline#earliestFill": ofBoxes((boxes) => earliestFill(boxes, today)),
  "prescriptions/timeline#emptyOn": ofBoxes((boxes) => emptyOn(boxes, today)),
  "prescriptions/timeline#isAtPharmacy": ofBoxes(isAtPharmacy),
  "prescriptions/timeline#isOnHand": ofBoxes((boxes) => isOnHand(boxes, today)),
  "prescriptions/timeline#medicineUseSpans": ofBoxes((boxes) =>
    medicineUseSpans(boxes, today).filter(({ until }) => until > addDays(today, -300)),
  ),
  "prescriptions/timeline#plannedDay": ofBoxes((boxes) => plannedDay(boxes, 7, today)),
  "prescriptions/early-fill#mayComeEarly": rule({
    cases: fc.record({ ordered: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 }) }),
    ask: ({ ordered }) =>
      mayComeEarly(
        { grantedAt: new Date(today), endsOn: today },
        ordered.map((days) => ({ orderedAt: new Date(addDays(today, days)) })),
        today,
      ),
    anyOrder: { ordered: true },
    nothing: { "a box ordered before": ({ ordered }) => ({ ordered: [...ordered, -20] }) },
  }),
  "prescriptions/medicine-in-use#medicineInUse": rule({
    cases: inUseCases,
    ask: ({ boxes }) => medicineInUse("estradiol_patch_0_1", replacing, boxes, today),
    anyOrder: { boxes: true },
    nothing: { "another medicine at home": nothingInUse["another medicine at home"] },
  }),
  "prescriptions/medicine-in-use#medicinesInUse": rule({
    cases: inUseCases,
    ask: ({ prescribed, boxes }) => medicinesInUse(prescribed, boxes, today),
    anyOrder: { prescribed: true, boxes: true },
    nothing: nothingInUse,
  }),
  "prescriptions/medicine-rests#openRests": rule({
    cases: restCases,
    ask: ({ rests }) => openRests(rests, today),
    anyOrder: { rests: true },
    nothing: { "a break that is over": ({ rests }) => ({ rests: [...rests, restRow(capsule, -9, -3)] }) },
  }),
  "prescriptions/medicine-rests#restsUntil": rule({
    cases: restCases,
    ask: ({ rests }) => restsUntil(rests.filter(({ product_id }) => product_id === patch).map(restFromRow), today),
    anyOrder: { rests: true },
    nothing: {
      "another medicine's break": ({ rests }) => ({ rests: [...rests, restRow(capsule, -1, 9)] }),
      "a break that is over": ({ rests }) => ({ rests: [...rests, restRow(patch, -40, -30)] }),
    },
  }),
  "prescriptions/parcels#leftWith": rule({
    cases: dispensingCases,
    ask: ({ lines, shipments, fills }) =>
      lines.flatMap((line) =>
        shipments.filter(({ order_id }) => order_id === line.order_id).map((parcel) => leftWith(line, parcel, fills)),
      ),
    anyOrder: { fills: true },
    nothing: {
      "another order's packing": othersParcel["another order's packing"] as () => Partial<DispensingCase>,
      "what is packed and hasn't left": othersParcel["what is packed and hasn't left"],
    },
  }),
  "prescriptions/parcels#parcelOf": rule({
    cases: dispensingCases,
    ask: ({ lines, shipments, fills }) =>
      new Map(lines.map((line) => [`${line.order_id} ${line.line}`, parcelOf(line, shipments, fills)])),
    anyOrder: { fills: true, shipments: byOrder },
    nothing: { ...othersParcel, ...returned },
  }),
  "prescriptions/parcels#fillIn": rule({
    cases: voidedCases,
    ask: ({ lines, shipments, fills }) =>
      lines.flatMap((line) =>
        shipments
          .filter(({ order_id }) => order_id === line.order_id)
          .map((parcel) => fillIn(line, parcel, fills) !== undefined),
      ),
    anyOrder: { fills: true },
    nothing: othersPacking,
  }),
  "prescriptions/parcels#isToSend": rule({
    cases: voidedCases,
    ask: ({ lines, shipments, fills }) =>
      new Map(lines.map((line) => [`${line.order_id} ${line.line}`, isToSend(line, shipments, fills)])),
    anyOrder: { fills: true, shipments: byOrder },
    nothing: othersPacking,
  }),
  "prescriptions/parcels#isVoidedForGood": rule({
    cases: voidedCases,
    ask: ({ lines, fills }) =>
      new Map(lines.map((line) => [`${line.order_id} ${line.line}`, isVoidedForGood(line, fills)])),
    anyOrder: { fills: true },
    nothing: othersPacking,
  }),
  "prescriptions/parcels#isWhollyVoided": rule({
    cases: voidedCases,
    ask: ({ shipments, fills }) => shipments.map((parcel) => isWhollyVoided(parcel, fills)),
    anyOrder: { fills: true },
    nothing: othersPacking,
  }),
  "dispensing/label-language#directionsInLanguage": "Puts phases together in their order, as scheduleText does.",
  "dispensing/label-language#labelInLanguage": "Puts its phases together as directionsInLanguage does.",
  "dispensing/label-language#labelLanguageNotice": "Names medicines in the order of their lines.",
  "dispensing/void-fill#voidedLines": "Lists what was voided in the order it was.",
  "prescriptions/early-fill#withLosses": rule({
    cases: lossCases,
    ask: ({ boxes, losses }) =>
      new Map(withLosses(boxes, losses, "America/New_York").map(({ orderId, goneOn }) => [orderId, goneOn ?? null])),
    anyOrder: { boxes: true },
    nothing: {
      "a loss after which nothing was ordered": () => ({
        last: true as const,
        losses: [{ product_id: patch, granted_at: daysFromNow(1), ends_on: addDays(today, 14) }],
      }),
    },
  }),
  "prescriptions/dispensed-boxes#dispensedBoxes": rule({
    cases: dispensingCases,
    ask: (rows) => dispensedBoxes(rows, "America/New_York"),
    anyOrder: { orders: true, lines: byOrder, shipments: byOrder, fills: true, begun: true },
    nothing: {
      ...{ ...othersParcel, ...returned },
      "another medicine's break": () => ({
        rests: [{ product_id: "zinc", from_on: addDays(today, -80), until_on: today, along_with: null }],
      }),
      "another medicine's pace": () => ({ phases: [phaseOf("zinc", "third", -80)] }),
      "a cancelled order": () => ({
        orders: [{ id: "void", status: "cancelled", placed_at: daysFromNow(-5) }],
        lines: [lineOf("void", patch)],
      }),
      "a line cancelled before it left": () => ({
        orders: [{ id: "part", status: "paid", placed_at: daysFromNow(-5) }],
        lines: [{ ...lineOf("part", patch), cancelled_at: daysFromNow(-4) }],
      }),
    },
  }),
  "prescriptions/prescriptions#activePrescriptionsFromRows": rule({
    cases: fc
      .array(fc.record({ refills: fc.nat(3), hold: fc.boolean(), waits: fc.boolean() }), { minLength: 3, maxLength: 3 })
      .map((states) => ({
        rows: states.map(({ refills, hold, waits }, index) =>
          prescriptionRow(products[index]!, {
            refills_left: refills,
            on_hold_at: hold ? daysFromNow(-1) : null,
            waits,
          }),
        ),
      })),
    ask: ({ rows }) =>
      activePrescriptionsFromRows({ content, clock: { now: () => daysFromNow(0) } } as never, rows, []),
    anyOrder: { rows: true },
    nothing: {
      "one that ended": () => ({
        rows: [prescriptionRow(cream, { status: "ended", to_product_id: "minoxidil_serum" })],
      }),
    },
  }),
  "prescriptions/synchronize-charges#synchronizeCharges": rule({
    cases: fc
      .array(fc.record({ day: day(0, 25), before: fc.nat(12) }), { minLength: 2, maxLength: 5 })
      .map((charges) => ({
        charges: charges.map((each, index) => ({
          ...{ id: `c${index}`, day: each.day, from: addDays(each.day, -each.before) },
        })),
      })),
    ask: ({ charges }) => synchronizeCharges(charges, 7),
    anyOrder: { charges: true },
    nothing: {
      "a charge long after": () => ({
        charges: [{ id: "late", day: addDays(today, 100), from: addDays(today, 90) }],
      }),
    },
  }),
} satisfies Readonly<Record<string, CheckedRule | string>>;
