import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exportedBy } from "../exported-functions.ts";
import { letters, texts } from "./alphabet.ts";
import { days, zones } from "./calendar.ts";
import { calendarLaws } from "./days/calendar-laws.ts";
import { momentLaws } from "./days/moment-laws.ts";
import { screenLaws } from "./days/screen-laws.ts";
import { law, type Table } from "./laws.ts";
import { workedOutMoney } from "./money/worked-out.ts";
import { writtenMoney } from "./money/written.ts";
import { none } from "./none.ts";
import { allConversions } from "./scan.ts";
import { foldedText } from "./text/folded.ts";
import { namedText } from "./text/named.ts";
import { sentText } from "./text/sent.ts";
import { typedText } from "./text/typed.ts";

const tables = {
  money: [writtenMoney, workedOutMoney],
  days: [calendarLaws, momentLaws, screenLaws],
  text: [typedText, foldedText, sentText, namedText],
};
/** Each law with what it is about; a name may not stand in two tables. */
const lawsOf = (kind: readonly Table[]) => kind.flatMap((table) => Object.entries(table));
const rows = Object.values(tables).flatMap((kind) => lawsOf(kind).map(([name]) => name));
const exceptions = Object.values(none).flat();
const root = join(import.meta.dirname, "../../..");

describe("every conversion has its law", () => {
  test("what the project converts is in one table, or says why it is in none", async () => {
    const listed = [...rows, ...exceptions];
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
    expect((await allConversions()).filter((name) => !listed.includes(name))).toEqual([]);
    for (const name of exceptions) await exportedBy(name);
  });

  test("the tables, the calendar and the alphabet are as long as they were, or longer", () => {
    expect(lawsOf(tables.money).length).toBeGreaterThanOrEqual(33);
    expect(lawsOf(tables.days).length).toBeGreaterThanOrEqual(69);
    expect(lawsOf(tables.text).length).toBeGreaterThanOrEqual(103);
    expect(exceptions.length).toBeLessThanOrEqual(87);
    expect([zones.length, days.length]).toEqual([5, 731]);
    expect(Object.keys(letters).length).toBeGreaterThanOrEqual(73);
    expect(texts.length).toBeGreaterThan(1000);
  });

  test("a law that looks at nothing, or at something wrong, fails", () => {
    expect(() => law(() => {})(null)).toThrow();
    expect(() => law((_, cases) => cases.is(1, 2))(null)).toThrow();
  });

  test("where an amount or a day is worked out elsewhere, the linter's exceptions are these", () => {
    const found = globSync("{contract,content,server,app,clinic,embed,client}/**/*.{ts,tsx}", { cwd: root }).flatMap(
      (file) => {
        const reasons = readFileSync(join(root, file), "utf8").matchAll(
          /oxlint-disable\S* formats\/(?:cents-at-home|day-has-zone)/g,
        );
        return Array.from(reasons, () => file.replaceAll("\\", "/"));
      },
    );
    expect(found.toSorted()).toEqual(elsewhere);
  });
});

/** Percentages of something else, pages of a list, places in a picture, the sandbox’s fees, and what is told by the clock of a device. */
const elsewhere: readonly string[] = [
  "app/formats/dates.ts",
  "app/onboarding/flow/step-frame.tsx",
  "app/payment/card/card-number.ts",
  "app/ui/brand/copyright.tsx",
  "app/ui/data/trend-chart.tsx",
  "clinic/audit/audit-filter.ts",
  "contract/onboarding/steps.ts",
  "server/auth/patients/patient-timezone.ts",
  "server/growth/experiments/funnel.ts",
  "server/growth/experiments/funnel.ts",
  "server/platform/files/image/crop-to-square.ts",
  "server/platform/files/image/reencode-image.ts",
  "server/platform/gateway/sandbox/emulator/movements.ts",
  "server/platform/gateway/stripe/stripe-gateway.ts",
  "server/prescriptions/timeline.ts",
  "server/treatment/changes/apply-change.ts",
];

for (const [kind, all] of Object.entries(tables))
  describe(`conversions of ${kind}`, () => {
    test.each(lawsOf(all))("%s", async (name, check) => check((await exportedBy(name)) as never));
  });
