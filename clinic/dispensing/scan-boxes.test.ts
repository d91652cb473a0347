import { describe, expect, test } from "vitest";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import { readBoxCode } from "#contract/dispensing/box-code.ts";
import { countProblem, isSameBox, type LineToPack, unitsMissing } from "#contract/dispensing/match-boxes.ts";
import { gtinOfNdc } from "#contract/dispensing/ndc.ts";
import { boxesOf, lineToPack, takeScan } from "./scan-boxes.ts";

const today = "2026-11-28";
const line = (name: string, ndc: string, change: Partial<LineToPack> = {}): LineToPack => ({
  ...{ name, packages: [{ ndc, units: 4 }], units: 8, days: 28 },
  ...change,
});
const code = (ndc: string, serial: string, end = "310531") => `01${gtinOfNdc(ndc)}17${end}10AB1|21${serial}`;
const patch = { pricingid: "patch", line: line("Patch 0.05 mg", "0000-2103-14") };
const capsule = {
  pricingid: "capsule",
  line: line("Capsule 100 mg", "0000-1301-30", { packages: [{ ndc: "0000-1301-30", units: null }], units: 28 }),
};
const take = (scanned: string, patches: readonly string[] = [], capsules: readonly string[] = []) =>
  takeScan(
    [
      { ...patch, codes: patches },
      { ...capsule, codes: capsules },
    ],
    scanned,
    today,
  );

describe("a scan goes to its line", () => {
  test.each([
    ["a box of the first", code("0000210314", "S1"), [], "patch"],
    ["a box of the second", code("0000130130", "S1"), [], "capsule"],
    ["the next box", code("0000210314", "S2"), [code("0000210314", "S1")], "patch"],
  ])("%s", (_, scanned, before, pricingid) => expect(take(scanned, before)).toEqual({ pricingid }));

  test("one without a serial that reads as another may be the same box, until somebody says that it isn't; another lot isn't", () => {
    const [plain, otherLot] = ["AB1", "AB2"].map((lot) => `01${gtinOfNdc("0000210314")}1731053110${lot}`) as [
      string,
      string,
    ];
    expect(take(plain)).toEqual({ pricingid: "patch" });
    expect(take(plain, [plain])).toEqual({ pricingid: "patch", mayBeAgain: true });
    expect(take(otherLot, [plain])).toEqual({ pricingid: "patch" });
    expect(take(plain, [code("0000210314", "S1")])).toEqual({ pricingid: "patch" });
    const four = { ...patch, line: { ...patch.line, units: 16 }, separate: true };
    for (const codes of [[plain], [plain, plain], [plain, plain, plain]])
      expect(takeScan([{ ...four, codes }], plain, today)).toEqual({ pricingid: "patch" });
    expect(takeScan([{ ...four, codes: [plain, plain, plain, plain] }], plain, today).problem).toMatch(/too many/);
  });

  test("what is counted out of may be scanned twice", () => {
    const bottle = code("0000130130", "B1");
    expect(take(bottle, [], [bottle])).toEqual({ pricingid: "capsule" });
    const upc = gtinOfNdc("0000130130").slice(2);
    expect(take(upc, [], [upc])).toEqual({ pricingid: "capsule" });
  });

  test.each([
    ["another medicine", code("0000110428", "S1"), [], /nothing of this order/],
    ["no medicine", "4006381333931", [], /no code of a prescription medicine/],
    ["half a scan", "0100300002", [], /Only a part/],
    ["one that ended", code("0000210314", "S1", "260531"), [], /expired on May 31, 2026/],
    [
      "one that ends too early",
      code("0000210314", "S1", "261210"),
      [],
      /before the last day of this supply, December 25, 2026/,
    ],
    ["the same box", code("0000210314", "S1"), [code("0000210314", "S1")], /scanned already/],
    [
      "one too many",
      code("0000210314", "S3"),
      [code("0000210314", "S1"), code("0000210314", "S2")],
      /^1 box of Patch 0.05 mg is too many/,
    ],
  ])("%s is refused", (_, scanned, before, problem) => expect(take(scanned, before).problem).toMatch(problem));

  test("of a single line the refusal names what is prescribed", () => {
    const one = takeScan([{ ...patch, codes: [] }], code("0000110428", "S1"), today);
    expect(one.problem).toMatch(/^This box isn’t Patch 0.05 mg/);
  });
});

describe("what is missing", () => {
  const boxes = (...serials: string[]) => boxesOf(serials.map((serial) => code("0000210314", serial)));
  test("in boxes, or in units where they differ", () => {
    expect([0, 1, 2, 3].map((count) => unitsMissing(patch.line, boxes("A", "B", "C").slice(0, count)))).toEqual([
      8, 4, 0, -4,
    ]);
    expect(countProblem(patch.line, [])).toMatch(/^Please scan the boxes/);
    expect(countProblem(patch.line, boxes("A"))).toMatch(/^1 box of .* is missing/);
    expect(countProblem({ ...patch.line, units: 12 }, boxes("A"))).toMatch(/^2 boxes of .* are missing/);
    expect(countProblem({ ...patch.line, units: 6 }, boxes("A"))).toMatch(/^2 units of .* are missing/);
    expect(countProblem(patch.line, boxes("A", "B"))).toBeNull();
    expect(countProblem(capsule.line, boxesOf([code("0000130130", "S")]))).toBeNull();
  });

  test("the same box has the same serial of the same code", () => {
    const [a, b, other] = [boxes("A")[0]!, boxes("B")[0]!, readBoxCode(code("0000110428", "A")).code!];
    expect([isSameBox(a, a), isSameBox(a, b), isSameBox(a, other)]).toEqual([true, false, false]);
    const bare = readBoxCode(gtinOfNdc("0000210314").slice(2)).code!;
    expect(isSameBox(bare, bare)).toBe(false);
  });

  test("an item's packages are those of its own line", () => {
    const [item] = order(1).detail;
    const packages = [{ ndc: "00000-1103-28", units: 8 }];
    const own = { ...unmatched, packedat: null, lotnumber: null, expireson: null, parcel: null, packages, units: 48 };
    const dispensing = {
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      lines: [
        { ...own, pricingid: "other", units: 1 },
        { ...own, pricingid: item!.pricingid },
      ],
      parcels: [],
    };
    expect(lineToPack(orderItem(1, { dispensing }), item!)).toEqual({
      ...{ name: "Estradiol patch 0.05 mg", packages, units: 48, days: 168 },
    });
    expect(lineToPack(orderItem(1), item!)).toMatchObject({ packages: [], units: null });
  });
});
