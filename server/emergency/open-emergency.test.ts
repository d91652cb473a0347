import { expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { openEmergencyFrom } from "./open-emergency.ts";

const content = await loadContent();
const signIds = (kept: boolean) =>
  content.emergencywords.signs.filter(({ medicine }) => (medicine === "keep") === kept).map(({ id }) => id);
const [keep = "", wait = ""] = [signIds(true)[0], signIds(false)[0]];
const secrets = { open: (report: unknown) => report } as never;
const row = (sign: string) => ({ id: sign, report_sealed: { sign, emergency: {} } });

test.each([
  [[keep], true],
  [[wait], false],
  [[keep, wait], false],
  [[wait, keep], false],
])("of the emergencies %s one that says to wait is enough: the medicine is kept: %s", (signs, kept) => {
  expect(openEmergencyFrom({ content, secrets }, signs.map(row))?.keepsMedicine).toBe(kept);
});
