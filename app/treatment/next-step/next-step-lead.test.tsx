import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { networkError } from "#app/api/api-error.ts";
import type { NextStep } from "#contract/treatment/next-step.ts";
import type { DoseNotes } from "#app/wellbeing/doses/use-dose-notes.ts";
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
const noDoses: DoseNotes = { waiting: false, error: null, statusOf: () => null, note: () => {} };
const shown = (step: NextStep, primary = true, doses = noDoses) =>
  renderToStaticMarkup(<NextStepLead step={step} primary={primary} doses={doses} />);
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

describe("a dose that is due today", () => {
  const due: NextStep = {
    ...calm,
    kind: "dose_today",
    title: "Change your patch today",
    action: null,
    needspatient: true,
    dose: { id: "prescription-1", name: "Estradiol patch", day: "2027-02-01" },
  };
  const buttonsIn = (markup: string) =>
    [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inner = ""]) => inner.replaceAll(/<[^>]+>/g, ""));

  test("is noted right there: done, as the page's primary button, or skipped", () => {
    const markup = shown(due);
    expect(buttonsIn(markup)).toEqual(["Done, Estradiol patch, Today", "Skip, Estradiol patch, Today"]);
    expect(hasPrimary(markup)).toBe(true);
    expect(hasPrimary(shown(due, false))).toBe(false);
  });

  test("once pressed, here or in the list, says what was noted and can be taken back", () => {
    const statusOf: DoseNotes["statusOf"] = (id, day) =>
      id === due.dose?.id && day === due.dose.day ? "done" : expect.fail("Another dose");
    const markup = shown(due, true, { ...noDoses, statusOf });
    expect(markup).toContain("Today: done");
    expect(buttonsIn(markup)).toEqual(["Undo, Estradiol patch, Today"]);
  });

  test("pressed without a connection, says that it is kept; refused, why", () => {
    expect(shown(due, true, { ...noDoses, waiting: true })).toContain("You&#x27;re offline.");
    expect(shown(due, true, { ...noDoses, error: networkError() })).toContain("Network Error");
  });
});

test("a carrier's page opens in a new tab and says so", () => {
  const action = { label: "Track with Meadow Post", href: "https://post.test/1", external: true } as const;
  const markup = shown({ ...calm, kind: "shipped", action });
  expect(markup).toContain('target="_blank"');
  expect(markup).toContain("(opens in a new tab)");
});
