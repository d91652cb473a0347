import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TreatmentChangeQuote } from "#contract/care/prescribing.ts";
import { ChangeTerms } from "./change-dialog.tsx";

const quote: TreatmentChangeQuote = {
  ...{ status: "waiting", price: 62, dayssupply: 28, before: 59, daysbefore: 28, chargeon: "2026-12-03" },
  ...{ onhanduntil: "2026-12-09", double: null },
  ...{ directions: "Twice a week", refills: 3, obstacle: null, warnings: [] },
};

const timing = { begins: "when_box_ends", until: "go_on" } as const;

test("decisions §11 before a change is sent it's there in whose name, at which price, and whether the patient is asked", () => {
  const markup = renderToStaticMarkup(<ChangeTerms quote={quote} timing={timing} doctor="Elena Marsh, MD" />);
  for (const text of [
    "Elena Marsh, MD",
    "$62.00 every 28 days instead of $59.00 every 28 days",
    "because it costs more",
  ])
    expect(markup).toContain(text);
  expect(markup).not.toContain("Rules to weigh");
});

test("decisions §11 a rule that warns of the choice is shown with it, in its words", () => {
  const warnings = [{ ruleid: "fibroids", text: "Fibroids may grow." }];
  const markup = renderToStaticMarkup(
    <ChangeTerms quote={{ ...quote, warnings }} timing={timing} doctor="Elena Marsh, MD" />,
  );
  expect(markup).toContain('aria-label="Rules to weigh"');
  expect(markup).toContain("Fibroids may grow.");
});
