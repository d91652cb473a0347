import {
  eachMatters,
  ifAny,
  inAnyOrder,
  nothingOf,
  onlyIfEach,
  sumOfEach,
  law,
  type Table,
} from "#app/testing/rules/check.ts";
import type { deedOf } from "#clinic/audit/what-was-done.ts";
import type { mayRecordTold } from "#clinic/care/told-answers/told-answers.ts";
import type { bySeverity } from "#clinic/care/rule-severity.ts";
import { type chargeOf, type choiceOf, noDecision, withChoice } from "#clinic/case/decision/decision.ts";
import type { hasUnanswered } from "#clinic/case/evidence/checks.ts";
import type { returnedParcel } from "#clinic/dispensing/find-order.ts";
import type { isPacked, itemsToSend, linesToVerify, packedLot, sentItems } from "#clinic/dispensing/pharmacy-file.ts";
import type { takeScan } from "#clinic/dispensing/scan-boxes.ts";
import type { openDifferences } from "#clinic/money/closing/closing-labels.ts";
import type { toCardLabel } from "#clinic/money/money-labels.ts";
import type { placedOrders } from "#clinic/money/money-lists.ts";
import type { upsellToDecide } from "#clinic/patients/decisions/renewal-or-upsell.ts";
import type { opensConversation } from "#clinic/patients/write-to-patient.tsx";
import type { awayLabel, doctorOptions } from "#clinic/team/absence-form.tsx";
import { order as orderToDecide } from "#clinic/testing/cases.ts";
import { message } from "#clinic/testing/messages.ts";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import { bareRecord } from "#clinic/testing/patients.ts";
import type { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import type { followupIsOpen } from "#clinic/work/send-followup.tsx";
import type { expiresSoon } from "#clinic/work/urgency.ts";
import { gtinOfNdc } from "#contract/dispensing/ndc.ts";
import { care } from "#contract/care/calls.ts";
import { closingSteps } from "#contract/care/closing.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";

type Line = OrderItem["dispensing"] extends infer D ? (D extends { lines: readonly (infer L)[] } ? L : never) : never;

const [product] = order(1).detail as [ReturnType<typeof order>["detail"][number]];
const products = ["patch", "capsule", "estriol"].map((name) => ({
  ...product,
  productid: name,
  pricingid: `${name}_1m`,
}));
const canceled = { ...product, productid: "soap", pricingid: "soap_1", cancelled: true };
const packedLine = ({ pricingid }: { readonly pricingid: string }, change: Partial<Line> = {}): Line =>
  ({
    ...{
      pricingid,
      lotnumber: `L-${pricingid}`,
      expireson: "2027-05-31",
      packedat: "2026-11-24T12:00:00Z",
      parcel: null,
    },
    ...unmatched,
    ...change,
  }) as Line;
const parcel = (number: number, returnedat: string | null) => ({
  ...{ parcel: number, carrier: "UPS", trackingnumber: `1Z${number}`, shippedat: "2026-11-21T12:00:00Z" },
  ...{ deliveredat: null, returnedat, returnreason: null },
});
const dispensed = (
  lines: readonly Line[],
  detail: readonly (typeof product)[] = products,
  parcels: readonly ReturnType<typeof parcel>[] = [],
): OrderItem =>
  orderItem(1, {
    order: order(1, { detail: [...detail] }),
    dispensing: {
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      lines: [...lines],
      parcels: [...parcels],
    },
  });

const lots = products.map((each) => packedLine(each));

const prices = [17, 31, 64] as const;
/** Three lines of which each number is another one. */
const decided = orderToDecide({
  detail: products.map((each, at) => ({
    ...each,
    quantity: 2 + at,
    price: prices[at]! / 2,
    discount: 3 + at,
    tax: 7 + at,
    total: prices[at]!,
  })),
  summary: { ...orderToDecide().summary, totalamount: 120 },
});
const leftOut = (names: readonly string[]) =>
  names.reduce((decision, name) => withChoice(decision, name, { kind: "leave_out", reason: "no" }), noDecision);

const hourMs = 3_600_000;
const doctor = (id: string, active = true) => ({ id, name: `Dr. ${id}`, active });

const allPermissions = permissionsOfRoles(...roles);
const others = (needed: readonly Permission[]) => allPermissions.filter((each) => !needed.includes(each)).slice(0, 5);

export const staffRules: Table = {
  "clinic/work/urgency.ts expiresSoon": law<typeof expiresSoon>((soon, cases) => {
    const now = Date.parse("2026-06-01T12:00:00Z");
    const inMs = (ms: number) => soon({ expires: new Date(now + ms).toISOString() }, now);
    for (const [ms, expected] of [
      ...[
        [-hourMs, true],
        [0, true],
        [23 * hourMs, true],
        [24 * hourMs - 1, true],
        [24 * hourMs, true],
      ],
      ...[
        [24 * hourMs + 1, false],
        [48 * hourMs, false],
      ],
    ] as const)
      cases.is(inMs(ms as number), expected, ms);
    cases.is(soon({ expires: null }, now), false);
  }),
  "clinic/patients/decisions/renewal-or-upsell.ts upsellToDecide": law<typeof upsellToDecide>((decide, cases) => {
    const upsell = {
      ...{ id: "u1", items: [], flags: [], order: orderToDecide() },
      requestedat: "2026-11-23T12:00:00Z",
    };
    const prescriptions = ["active", "stopped", "active"].map((status, at) => ({
      status,
      approvedat: `2026-0${3 + at}-01T12:00:00Z`,
    }));
    const answers = [2, 3, 4, 5, 6].map((month) => ({ questionid: `q${month}`, at: `2026-0${month}-09T12:00:00Z` }));
    const decided = (of: readonly object[]) =>
      decide(upsell as never, { ...bareRecord(), prescriptions: of, answers } as never, null);
    ifAny(cases, (of) => decided(of).onhold, prescriptions, { status: "on_hold", approvedat: "2026-01-01T12:00:00Z" });
    inAnyOrder(cases, (of) => decided(of).changed, prescriptions);
    cases.is(
      decided(prescriptions)
        .changed.map(({ questionid }) => questionid)
        .join(),
      "q5,q6",
    );
  }),
  "clinic/case/decision/decision.ts chargeOf": law<typeof chargeOf>((charge, cases) => {
    const names = products.slice(0, 2).map(({ productid }) => productid);
    const back = (left: readonly string[]) => charge(leftOut(left), decided).back;
    sumOfEach(cases, back, names);
    inAnyOrder(cases, back, names);
    for (const [at, { productid }] of products.entries()) cases.is(back([productid]), prices[at]! * 100, productid);
    const all = charge(leftOut(products.map(({ productid }) => productid)), decided);
    cases.is(all.now, 0);
    cases.is(all.back, 12_000);
    const refunded = { ...decided, refunded: 110 };
    cases.is(charge(leftOut(["estriol"]), refunded).back, 1000);
    const withCanceled = { ...decided, detail: [...decided.detail, canceled] };
    cases.is(charge(leftOut(["soap"]), withCanceled).back, 0);
    const later = withChoice(noDecision, "patch", { kind: "later", day: "2026-12-30" });
    cases.is(charge(later, decided).later, true);
    cases.is(charge(leftOut(["patch"]), decided).later, false);
  }),
  "clinic/case/decision/decision.ts choiceOf": law<typeof choiceOf>((choice, cases) => {
    const decision = leftOut(["patch"]);
    cases.is(choice(decision, "patch").kind, "leave_out");
    cases.is(choice(decision, "capsule").kind, "approve");
  }),
  "clinic/dispensing/pharmacy-file.ts sentItems": law<typeof sentItems>((sent, cases) => {
    const of = (detail: readonly (typeof product)[]) => sent(order(1, { detail: [...detail] }));
    eachMatters(cases, of, products);
    nothingOf(cases, of, products, [canceled]);
  }),
  "clinic/dispensing/pharmacy-file.ts itemsToSend": law<typeof itemsToSend>((toSend, cases) => {
    const of = (lines: readonly Line[]) => toSend(dispensed(lines));
    cases.is(of([]).length, 3);
    inAnyOrder(cases, of, lots);
    for (const [at, lot] of lots.entries()) {
      const left = of(lots.with(at, { ...lot, parcel: 1 }));
      cases.is(
        left.map(({ pricingid }) => pricingid).join(),
        products
          .toSpliced(at, 1)
          .map(({ pricingid }) => pricingid)
          .join(),
      );
    }
    nothingOf(cases, (detail) => toSend(dispensed([], detail)), products, [canceled]);
    cases.is(toSend(orderItem(1, { order: null })).length, 0);
  }),
  "clinic/dispensing/pharmacy-file.ts packedLot": law<typeof packedLot>((lot, cases) => {
    for (const { pricingid } of products) {
      cases.is(lot(dispensed(lots), pricingid)?.lotnumber, `L-${pricingid}`);
      cases.is(lot(dispensed(lots.map((each) => ({ ...each, parcel: 1 }))), pricingid), null);
      cases.is(lot(dispensed(lots.map((each) => ({ ...each, packedat: null }))), pricingid), null);
      cases.is(lot(orderItem(1), pricingid), null);
    }
  }),
  "clinic/dispensing/pharmacy-file.ts isPacked": law<typeof isPacked>((packed, cases) => {
    const of = (lines: readonly Line[]) => packed(dispensed(lines));
    onlyIfEach(cases, of, lots, packedLine(canceled));
    inAnyOrder(cases, of, lots);
    cases.is(packed(dispensed([{ ...lots[0]!, parcel: 1 }, ...lots.slice(1)])), true, "the rest, when one is sent");
    cases.is(packed(dispensed(lots, [...products, canceled])), true, "without what was canceled");
  }),
  "clinic/dispensing/pharmacy-file.ts linesToVerify": law<typeof linesToVerify>((toVerify, cases) => {
    const of = (lines: readonly Line[]) => toVerify(dispensed(lines)).map(({ pricingid }) => pricingid);
    const medicines = products.filter(({ prescription }) => prescription).map(({ pricingid }) => pricingid);
    const verified = { at: "2026-11-21T12:00:00Z", actor: "staff:1", name: "Cleo Reyes" };
    cases.is(of(lots).join(), medicines.join());
    for (const [at, lot] of lots.entries())
      for (const change of [{ parcel: 1 }, { packedat: null }, { verified }])
        cases.is(
          of(lots.with(at, { ...lot, ...change })).join(),
          medicines.filter((pricingid) => pricingid !== lot.pricingid).join(),
        );
    cases.is(of([]).length, 0);
  }),
  "clinic/dispensing/find-order.ts returnedParcel": law<typeof returnedParcel>((returned, cases) => {
    const [one, two, still] = [parcel(1, "2026-11-22T12:00:00Z"), parcel(2, "2026-11-23T12:00:00Z"), parcel(3, null)];
    const of = (parcels: readonly ReturnType<typeof parcel>[], sent = lots) =>
      returned(dispensed(sent, products, parcels))?.parcel;
    cases.is(of([one, two]), 2);
    cases.is(of([one, two, still]), 2);
    cases.is(of([one, still]), 1);
    cases.is(of([still]), undefined);
    cases.is(
      of(
        [one],
        lots.map((each) => ({ ...each, parcel: 3 })),
      ),
      undefined,
    );
    cases.is(of([one], lots.with(1, { ...lots[1]!, parcel: 3 })), 1);
    cases.is(returned(orderItem(1)), undefined);
  }),
  "clinic/care/rule-severity.ts bySeverity": law<typeof bySeverity>((sorted, cases) => {
    const levels = ["info", "stop", "clinician"] as const;
    for (const first of levels)
      for (const second of levels)
        for (const third of levels) {
          const ranks = sorted([first, second, third].map((level) => ({ level }))).map(({ level }) =>
            ["stop", "clinician", "info"].indexOf(level),
          );
          cases.is(ranks.join(), ranks.toSorted((one, other) => one - other).join(), first, second, third);
        }
  }),
  "clinic/case/evidence/checks.ts hasUnanswered": law<typeof hasUnanswered>((has, cases) => {
    cases.is(has(bareRecord()), false);
    cases.is(has(bareRecord({ unanswered: [] })), false);
    cases.is(has(bareRecord({ unanswered: [{ questionid: "uterus", question: "A uterus?" }] })), true);
  }),
  "clinic/money/closing/closing-labels.ts openDifferences": law<typeof openDifferences>((open, cases) => {
    const differences = closingSteps.map((todo) => ({ todo }) as Parameters<typeof openDifferences>[0][number]);
    const nothing = differences.filter(({ todo }) => todo === "nothing");
    const others = differences.filter(({ todo }) => todo !== "nothing");
    cases.is(nothing.length, 1);
    cases.is(open(differences), closingSteps.length - 1);
    sumOfEach(cases, open, differences);
    eachMatters(cases, open, others);
    nothingOf(cases, open, others, nothing);
  }),
  "clinic/money/money-labels.ts toCardLabel": law<typeof toCardLabel>((label, cases) => {
    cases.is(label(order(1, { card: { brand: "visa", last4: "4242" } })), "to Visa ending in 4242");
    cases.is(label(order(1, { card: { brand: "mastercard", last4: "1111" } })), "to Mastercard ending in 1111");
    cases.is(label(order(1)), "to the card it was paid with");
  }),
  "clinic/money/money-lists.ts placedOrders": law<typeof placedOrders>((placed, cases) => {
    const [one, two, none, three] = [orderItem(1), orderItem(2), orderItem(3, { order: null }), orderItem(4)];
    const of = (items: readonly OrderItem[]) => placed([{ items }]);
    eachMatters(cases, of, [one, two, three]);
    nothingOf(cases, of, [one, two, three], [none]);
    const pages = placed([{ items: [one, none] }, { items: [] }, { items: [two, three] }]);
    cases.is(pages.map(({ id }) => id).join(), [one, two, three].map(({ id }) => id).join());
  }),
  "clinic/team/absence-form.tsx awayLabel": law<typeof awayLabel>((label, cases) => {
    const of = (today: string) =>
      label({ from: "2026-11-20", until: "2026-12-05" } as Parameters<typeof label>[0], today);
    for (const today of ["2026-11-20", "2026-11-21", "2026-12-05"])
      cases.is(of(today), "Away until December 5, 2026", today);
    cases.is(of("2026-11-19"), "Away November 20, 2026 to December 5, 2026");
  }),
  "clinic/dispensing/scan-boxes.ts takeScan": law<typeof takeScan>((take, cases) => {
    type Lines = Parameters<typeof takeScan>[0];
    const code = (serial: string) => `01${gtinOfNdc("0000210314")}1731053110AB1|21${serial}`;
    const line = (pricingid: string, units: number, ...serials: readonly string[]): Lines[number] => ({
      pricingid,
      line: { name: "Patch 0.05 mg", packages: [{ ndc: "0000-2103-14", units: 4 }], units, days: 28 },
      codes: serials.map(code),
    });
    // Of lines with one medicine a box goes to the one that lacks it, wherever that stands.
    const full = [line("one", 4, "A"), line("two", 8, "B", "C")];
    for (let at = 0; at <= full.length; at += 1) {
      const lines = full.toSpliced(at, 0, line("lacks", 8, "D"));
      cases.is(take(lines, code("E"), "2026-11-28").pricingid, "lacks", at);
      for (const serial of ["A", "C", "D"])
        cases.is(take(lines, code(serial), "2026-11-28").pricingid, undefined, at, serial);
    }
  }),
  "clinic/care/told-answers/told-answers.ts mayRecordTold": law<typeof mayRecordTold>((may, cases) => {
    const needed = [...care.recordTold.access.needs, ...care.healthAnswers.access.needs];
    eachMatters(cases, may, needed);
    onlyIfEach(cases, may, needed, "read:orders");
  }),
  "clinic/team/absence-form.tsx doctorOptions": law<typeof doctorOptions>((options, cases) => {
    type Doctors = Parameters<typeof doctorOptions>[0];
    const self = doctor("self") as Doctors[number];
    const [one, two, gone] = [doctor("one"), doctor("two"), doctor("gone", false)] as unknown as [
      Doctors[number],
      Doctors[number],
      Doctors[number],
    ];
    const of = (doctors: Doctors) => options(doctors, self, "Anybody");
    cases.is(
      of([one, two])
        .map(({ value, label }) => `${value} ${label}`)
        .join(),
      " Anybody,one Dr. one,two Dr. two",
    );
    eachMatters(cases, of, [one, two]);
    nothingOf(cases, of, [one, two], [self, gone]);
  }),
  "clinic/patients/write-to-patient.tsx opensConversation": law<typeof opensConversation>((opens, cases) => {
    for (const kind of ["doctor", "patient_services"] as const) {
      const needed = allPermissions.filter((permission) => opens(kind, [permission]));
      cases.holds(needed.length > 0, () => `nothing opens that of ${kind}`);
      for (const permission of needed) ifAny(cases, (own) => opens(kind, [...own]), others(needed), permission);
    }
    cases.is(opens("doctor", []), false);
  }),
  "clinic/ui/labels/role-labels.ts namesOfRoles": law<typeof namesOfRoles>((names, cases) => {
    const all = roles.map((role) => names([role]));
    cases.is(new Set(all).size, roles.length);
    cases.is(names(roles), all.join(", "));
    cases.is(names([]), "");
  }),
  "clinic/work/send-followup.tsx followupIsOpen": law<typeof followupIsOpen>((isOpen, cases) => {
    const asked = message({ seq: 4, type: "prescription_followup", actionstatus: "PENDING" });
    const over = [
      message({ seq: 1 }),
      message({ seq: 2, type: "prescription_followup", actionstatus: null }),
      message({ seq: 3, actionstatus: "PENDING" }),
    ];
    ifAny(cases, (messages) => isOpen([...messages]), over, asked);
    cases.is(isOpen([]), false);
  }),
  "clinic/audit/what-was-done.ts deedOf": law<typeof deedOf>((deed, cases) => {
    const of = (call: string, status: number, patientid: string | null = "p") => deed({ call, status, patientid });
    const call = "care.changeContact";
    for (const status of [200, 201, 303, 399]) cases.is(of(call, status).before, "changed contact data for ", status);
    for (const status of [400, 403, 409, 500])
      cases.is(of(call, status).before, "tried to change contact data for ", status);
    cases.is(of(call, 200).patient, "named");
    cases.is(of("care.changeTreatment", 200).patient, "possessive");
    cases.is(of("care.undecidable", 200).patient, "none");
    cases.is(of(call, 200, null).patient, "none");
    cases.is(of("unknown.call", 200).before, "called unknown.call");
  }),
};
