import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aTreatmentChange } from "../testing.ts";
import { TreatmentChanges } from "./treatment-changes.tsx";

const shown = (changes: Parameters<typeof TreatmentChanges>[0]["changes"]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TreatmentChanges changes={changes} />
    </QueryClientProvider>,
  );

test("a change is agreed to where nothing speaks against it; else its card says what does, and no isn't taken away", () => {
  const [open, closed] = [
    shown([aTreatmentChange()]),
    shown([aTreatmentChange({ agreeable: false, obstacle: "Please talk with a doctor first." })]),
  ];
  expect([open.includes("Agree to"), closed.includes("Agree to")]).toEqual([true, false]);
  expect([open.includes("If you agree"), closed.includes("If you agree")]).toEqual([true, false]);
  expect([open.includes("talk with a doctor first"), closed.includes("talk with a doctor first")]).toEqual([
    false,
    true,
  ]);
  for (const each of [open, closed]) expect(each).toContain("I don&#x27;t want this");
});
