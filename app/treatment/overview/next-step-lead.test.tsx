import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { NextStep } from "#contract/treatment/next-step.ts";
import { NextStepLead } from "./next-step-lead.tsx";

const calm: NextStep = {
  kind: "under_way",
  title: "Your plan is under way",
  text: "Your next order comes on Friday.",
  action: { label: "See your plan", href: "/treatment" },
  needspatient: false,
  orderid: null,
};
const asking: NextStep = {
  ...calm,
  kind: "doctor_asks",
  action: { label: "Read and answer", href: "/messages/doctor" },
  needspatient: true,
};
const shown = (step: NextStep, primary = true) => renderToStaticMarkup(<NextStepLead step={step} primary={primary} />);
const hasPrimary = (markup: string) => /class="[^"]*primary/.test(markup);

test("one heading, what it means, and its action", () => {
  const markup = shown(calm);
  expect(markup).toContain("Your plan is under way</h2>");
  expect(markup).toContain("Your next order comes on Friday.</p>");
  expect(markup).toContain('href="/treatment"');
});

test("what asks the patient for something, or offers two ways, has the page's primary button", () => {
  expect(hasPrimary(shown(asking))).toBe(true);
  expect(hasPrimary(shown(calm))).toBe(false);
  expect(hasPrimary(shown({ ...calm, secondaryaction: { label: "Write to us", href: "/contact-us" } }))).toBe(true);
  expect(hasPrimary(shown(asking, false))).toBe(false);
});

test("a carrier's page opens in a new tab and says so", () => {
  const action = { label: "Track with Meadow Post", href: "https://post.test/1", external: true } as const;
  const markup = shown({ ...calm, kind: "shipped", action });
  expect(markup).toContain('target="_blank"');
  expect(markup).toContain("(opens in a new tab)");
});
