import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { queryClient } from "#clinic/api/query.ts";
import { Confirm } from "./confirm.tsx";

async function open(answers: readonly (Error | null | Promise<void>)[], danger?: boolean) {
  const keys: string[] = [];
  let closed = 0;
  const shown = await openScreen(
    <Confirm
      question="Refund it?"
      detail="All of it goes back."
      confirmLabel="Refund"
      danger={danger}
      onConfirm={async (key) => {
        keys.push(key);
        const answer = answers[keys.length - 1];
        if (answer instanceof Error) throw answer;
        await answer;
      }}
      onClose={() => (closed += 1)}
    />,
    { cache: queryClient },
  );
  return { ...shown, keys, closed: () => closed };
}
const alert = () => screen.queryByRole("alert")?.textContent ?? null;
const button = (name: string) => screen.getByRole("button", { name });

test("says what it's about, and closes once it has worked; a refusal is shown, and the next press is a new one", async () => {
  const { press, keys, closed } = await open([new ApiError("It's gone.", { status: 409, code: "wrong_state" }), null]);
  screen.getByText("Refund it?");
  screen.getByText("All of it goes back.");
  await press("Refund");
  await waitFor(() => expect(alert()).toBe("It's gone."));
  expect(closed()).toBe(0);
  await press("Refund");
  await waitFor(() => expect(closed()).toBe(1));
  expect([keys.length, new Set(keys).size, alert()]).toEqual([2, 2, null]);
});

test("without an answer the next press has the same key; a second one meanwhile does nothing", async () => {
  let answer = () => {};
  const { press, keys, closed } = await open([networkError(), new Promise<void>((resolve) => (answer = resolve))]);
  await press("Refund");
  await waitFor(() => expect(alert()).not.toBeNull());
  await press("Refund");
  await press("Refund");
  await screen.findByRole("button", { name: "Please wait" });
  expect([keys.length, new Set(keys).size, closed()]).toEqual([2, 1, 0]);
  answer();
  await waitFor(() => expect(closed()).toBe(1));
});

test.each([
  [true, "danger"],
  [false, "primary"],
  [undefined, "primary"],
])("what can't be taken back looks so (%s), and cancelling it does nothing", async (danger, look) => {
  const { press, keys, closed } = await open([], danger);
  expect([button("Refund").className.includes(look), button("Cancel").className.includes("secondary")]).toEqual([
    ...[true, true],
  ]);
  expect(button("Cancel").hasAttribute("data-first")).toBe(true);
  await press("Cancel");
  expect([keys, closed()]).toEqual([[], 1]);
});
