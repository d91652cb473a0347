import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import { record } from "#clinic/testing/sent/medicines.ts";
import { recordPage } from "#clinic/testing/sent/prescribing.tsx";
import { care } from "#contract/care/calls.ts";
import { CurrentMedicines } from "./current-medicines.tsx";
import { stepTexts } from "./prescription-steps.ts";

let close = () => {};
afterEach(() => close());

/** A step's dialog, with what the server says of the step. */
async function ask(step: "early" | "release" | "hold", obstacle: string | null, warnings: string[] = []) {
  const server = createScreenServer();
  server.answer(care.stepQuote, { onhold: ["Gel"], beside: ["Cream"], obstacle, warnings });
  const page = recordPage(server, record({}, step === "release" ? "on_hold" : "active"));
  const shown = await openScreen(page, { server, cache: queryClient });
  ({ close } = shown);
  await shown.press(`${stepTexts[step].label}: Progesterone capsule 2 mg`);
  await shown.findText("Gel");
  return { ...shown, confirm: screen.getAllByRole("button", { name: stepTexts[step].label }).at(-1) };
}

test.each(["early", "release"] as const)("where %s would be refused it says why, and isn't offered", async (step) => {
  const { confirm, findText } = await ask(step, "No refill is left.");
  await findText("No refill is left.");
  expect(confirm).toHaveProperty("disabled", true);
});

test("a hold waits for nothing, whatever is said of it", async () => {
  expect((await ask("hold", "This prescription has already ended.")).confirm).toHaveProperty("disabled", false);
});

test.each([
  ["active", true],
  ["on_hold", true],
  ["ended", false],
] as const)("one that is %s is among what the patient has: %s", async (status, isCurrent) => {
  const server = createScreenServer();
  const page = asMember(server, <CurrentMedicines record={record({}, status)} />);
  const shown = await openScreen(page, { server, cache: queryClient });
  ({ close } = shown);
  await shown.findText(isCurrent ? "Progesterone capsule 2 mg" : "None from this practice.");
});

test("what warns of a release is read before it, and doesn't keep anybody from it", async () => {
  const { confirm, findText } = await ask("release", null, ["Smokes.", "Has migraines."]);
  for (const text of ["Smokes.", "Has migraines."]) await findText(text);
  expect(confirm).toHaveProperty("disabled", false);
});
