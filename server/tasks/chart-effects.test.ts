import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { chartEffectsOf, copiesForbidden, mailAddressOf, noChartEffects } from "./chart-effects.ts";
import type { LogKind } from "./log-rules.ts";

const line = { label: "A line", type: "line" } as const;
const kind = (fields: Record<string, unknown>, change: Partial<LogKind> = {}): LogKind => ({
  ...{ label: "A way", words: "What was said", about: "patient", writes: ["nurse"], ends: "chart" },
  fields: fields as LogKind["fields"],
  ...change,
});
const way = kind({
  name: { ...line, obeys: "package_name" },
  package: { ...line, type: "choice", choices: { plain: "Plain", usual: "Usual" }, obeys: { plain: "plain_package" } },
  phone: { ...line, type: "choice", choices: { never: "Never" }, obeys: { never: "no_voicemail" } },
  whom: { ...line, type: "choice", choices: { insurer: "Insurer" }, obeys: { insurer: "not_to_insurer" } },
  other: line,
});
const elsewhere = kind({ email: { ...line, obeys: "mail_to" }, name: line });
const entry = (id: string, value: string, of = way) => ({ kind: of, fields: [{ id, value }] });

test("nothing on a chart changes nothing", () => {
  expect(chartEffectsOf([])).toEqual(noChartEffects);
  expect(chartEffectsOf([entry("other", "plain"), entry("package", "usual")])).toEqual(noChartEffects);
});

test.each([
  ["phone", "never", { voicemail: false }],
  ["package", "plain", { plainPackage: true }],
  ["name", "R. Diaz", { packageName: "R. Diaz" }],
  ["whom", "insurer", { notToInsurer: true }],
  ["package", "constructor", {}],
  ["constructor", "plain", {}],
])("%s “%s” is obeyed, and nothing else with it", (id, value, change) => {
  expect(chartEffectsOf([entry(id, value)])).toEqual({ ...noChartEffects, ...change });
});

test("of two names on packages the later one counts; what one entry asks stands beside another's", () => {
  const entries = [entry("name", "R. Diaz"), entry("phone", "never"), entry("name", "Rosa D."), entry("other", "x")];
  expect(chartEffectsOf(entries)).toEqual({ ...noChartEffects, packageName: "Rosa D.", voicemail: false });
});

test("an entry of a kind that restricts does, whatever its fields say", () => {
  const restricting = kind({ other: line }, { restricts: true });
  expect(chartEffectsOf([entry("other", "x"), entry("other", "x", restricting)])).toEqual({
    ...noChartEffects,
    ...{ restricted: true, keepsFromHelpers: true },
  });
});

test("a restriction keeps mails from helpers unless it's about somebody who helps nobody; what nobody knows keeps them", () => {
  const whom = {
    ...line,
    type: "choice",
    choices: { insurer: "Insurer", person: "Somebody" },
    leaveshelpers: ["insurer"],
  };
  const restricting = kind({ whom, other: line }, { restricts: true });
  const asking = kind({ whom }, {});
  const keeps = (...entries: Parameters<typeof chartEffectsOf>[0]) => chartEffectsOf(entries).keepsFromHelpers;
  const [insurer, person] = [entry("whom", "insurer", restricting), entry("whom", "person", restricting)];
  expect([keeps(insurer), keeps(person), keeps(insurer, person), keeps(person, insurer)]).toEqual([
    ...[false, true, true, true],
  ]);
  for (const [id, value] of [
    ["whom", "constructor"],
    ["constructor", "insurer"],
    ["other", "insurer"],
  ] as const)
    expect(keeps(entry(id, value, restricting)), `${id} ${value}`).toBe(true);
  expect(keeps({ kind: restricting, fields: [] })).toBe(true);
  expect(keeps(entry("whom", "person", asking))).toBe(false);
});

test.each([
  ["insurer", false],
  ["person", true],
  ["other", true],
] as const)("of the practice's restrictions, one about “%s” keeps mails from helpers: %s", async (whom, keeps) => {
  const { log } = await shippedContent();
  const restrictions = Object.values(log).filter(({ restricts }) => restricts);
  expect(restrictions.map(({ fields }) => Object.keys(fields["whom"]?.choices ?? {}))).toEqual([
    ["insurer", "person", "other"],
  ]);
  for (const each of restrictions) expect(copiesForbidden(chartEffectsOf([entry("whom", whom, each)]))).toBe(keeps);
});

test("an entry of a kind by which mails go elsewhere says so, whichever of its fields is filled in", () => {
  for (const id of ["email", "name"])
    expect(chartEffectsOf([entry("other", "x"), entry(id, "x", elsewhere)])).toEqual({
      ...noChartEffects,
      reachedOtherwise: true,
    });
});

test("where mails go is what the field for it says", () => {
  expect(mailAddressOf(elsewhere, [{ id: "email", value: "safe@example.com" }])).toBe("safe@example.com");
  expect(mailAddressOf(elsewhere, [{ id: "name", value: "safe@example.com" }])).toBeNull();
  expect(mailAddressOf(elsewhere, [])).toBeNull();
});

test("what a patient speaks is what their last entry of that kind says, and no other kind's", () => {
  const speaking = kind({ language: line, cap: line }, { effect: "speaking" });
  expect(chartEffectsOf([entry("language", "es")])).toEqual(noChartEffects);
  expect(chartEffectsOf([entry("language", "es", speaking)])).toEqual({ ...noChartEffects, language: "es" });
  const entries = [entry("language", "es", speaking), entry("language", "vi", speaking), entry("cap", "x", speaking)];
  expect(chartEffectsOf(entries).language).toBe("vi");
});
