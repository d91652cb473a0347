import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chosenMutants } from "./chosen.ts";
import { withAllFaults, withFault } from "./tree/mutants.ts";
import { parses } from "./tree/syntax.ts";

const root = mkdtempSync(join(tmpdir(), "chosen-"));
afterAll(() => rmSync(root, { recursive: true }));

const source = `import { send } from "./send.ts";
export async function tell(patient, { day }) {
  await send(patient.id, day);
  return [patient.id, patient.id];
}
`;
function chosen(find: string, replace: string, text = source) {
  writeFileSync(join(root, "tell.ts"), text);
  writeFileSync(join(root, "chosen.json"), JSON.stringify([{ file: "tell.ts", find, replace, kind: "some" }]));
  return chosenMutants(root, join(root, "chosen.json"));
}

test("what somebody chose is one fault that is turned on and off where it stands", () => {
  const [mutant] = chosen("send(patient.id, day)", "send(patient.doctorId, day)");
  if (!mutant) throw new Error("No mutant");
  expect([mutant.line, mutant.kind, withFault(source, mutant)]).toEqual([
    ...[3, "some", source.replace("send(patient.id", "send(patient.doctorId")],
  ]);
  expect(withAllFaults(source, [[7, mutant]])).toContain("globalThis.isMutant?.(7) ? (patient.doctorId) : (");
});

test("what is chosen within a method stands in the object around it", () => {
  const text = "export const cart = { async end() { if (a) {} store.remove(a); store.remove(b); } };\n";
  const [mutant] = chosen("store.remove(a); store.remove(b);", "store.remove(b);", text);
  if (!mutant) throw new Error("No mutant");
  const both = withAllFaults(text, [[1, mutant]]);
  expect([parses("tell.ts", both), both.startsWith("export const cart = (globalThis.isMutant?.(1) ? ({")]).toEqual([
    ...[true, true],
  ]);
});

test("a statement left out leaves the rest as it is", () => {
  const [mutant] = chosen("  await send(patient.id, day);\n", "");
  expect(mutant && withFault(source, mutant)).toBe(source.replace("await send(patient.id, day)", "undefined"));
});

test.each([
  ["patient.id", "day", "has this 3 times"],
  ["somebody", "day", "has this 0 times"],
  ["{ day }", "{ night }", "no expression is around this"],
  ["send(patient.id, day)", "send(patient.id, day", "no expression is around this"],
])("%s → %s is refused: %s", (find, replace, why) => {
  expect(() => chosen(find, replace)).toThrow(why);
});
