import fc from "fast-check";
import type { BoxCode } from "#contract/dispensing/box-code.ts";
import {
  alikeProblem,
  boxProblem,
  boxTwice,
  countProblem,
  type LineToPack,
  mayBeAgain,
  packageOf,
  unitsMissing,
} from "#contract/dispensing/match-boxes.ts";
import { type CheckedRule, rule } from "./check-rule.ts";

const today = "2026-11-28";
/** Two sizes that are counted, and a bottle that is counted out of. */
const packages: LineToPack["packages"] = [
  { ndc: "0000-2103-14", units: 4 },
  { ndc: "0000-2104-14", units: 12 },
  { ndc: "0000-1301-30", units: null },
];
const [small, large, bottle] = ["0000210314", "0000210414", "0000130130"];
const other = "0000110428";

const boxes = fc.array(
  fc.record({
    ndc: fc.constantFrom(small, large, bottle, other),
    serial: fc.constantFrom("A", "B", null),
    endson: fc.constantFrom("2026-11-01", "2026-12-10", "2031-05-31", null),
  }),
  { minLength: 1, maxLength: 4 },
);
const boxOf = ({ ndc, serial, endson }: Pick<BoxCode, "ndc" | "serial" | "endson">): BoxCode => ({
  ...{ gtin: `003${ndc}0`, ndc, serial, endson, lot: "L1", hasInvertedCase: false },
});
const cases = fc.record({
  packages: fc.constant(packages),
  boxes: boxes.map((all) => all.map(boxOf)),
  units: fc.constantFrom(4, 8, 16, null),
});
/** Boxes of which some read the same. */
const alikeCases = fc.record({
  packages: fc.constant(packages),
  boxes: fc
    .array(
      fc.record({
        ndc: fc.constantFrom(small, bottle),
        serial: fc.constantFrom("A", null),
        endson: fc.constant("2031-05-31"),
      }),
      { minLength: 2, maxLength: 3 },
    )
    .map((all) => all.map(boxOf)),
  units: fc.constant(8),
});
const lineOf = (given: Pick<LineToPack, "packages" | "units">): LineToPack => ({ name: "Patch", days: 28, ...given });
/** Those of the line alone: what is none of its boxes never gets as far as being counted. */
const own = ({ ndc }: BoxCode) => ndc !== other;

export const boxRules: Readonly<Record<string, CheckedRule>> = {
  "contract/dispensing/match-boxes#packageOf": rule({
    cases,
    ask: (given) => given.boxes.map((box) => packageOf(given, box)?.ndc ?? null),
    anyOrder: { packages: true, boxes: true },
  }),
  "contract/dispensing/match-boxes#boxProblem": rule({
    cases,
    ask: (given) => given.boxes.map((box) => boxProblem(lineOf(given), box, today)),
    anyOrder: { packages: true, boxes: true },
  }),
  "contract/dispensing/match-boxes#boxTwice": rule({
    cases,
    ask: (given) => [boxTwice([{ line: lineOf(given), boxes: given.boxes }]) !== null],
    anyOrder: { packages: true, boxes: true },
  }),
  "contract/dispensing/match-boxes#mayBeAgain": rule({
    cases: alikeCases,
    ask: (given) => [given.boxes[0] !== undefined && mayBeAgain(lineOf(given), given.boxes.slice(1), given.boxes[0])],
    anyOrder: { packages: true },
  }),
  "contract/dispensing/match-boxes#alikeProblem": rule({
    cases: alikeCases,
    ask: (given) => [alikeProblem(lineOf(given), given.boxes, false) !== null],
    anyOrder: { packages: true, boxes: true },
  }),
  "contract/dispensing/match-boxes#unitsMissing": rule({
    cases,
    ask: (given) => [unitsMissing(lineOf(given), given.boxes.filter(own))],
    anyOrder: { packages: true, boxes: true },
  }),
  "contract/dispensing/match-boxes#countProblem": rule({
    cases,
    ask: (given) => [countProblem(lineOf(given), given.boxes.filter(own))],
    anyOrder: { packages: true, boxes: true },
  }),
};
