import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { LinkedAction } from "../actions/linked-action.ts";
import { aCharge, aSubscription, aTreatment } from "../testing.ts";
import { TreatmentPlan } from "./treatment-plan.tsx";

const product = (name: string) => ({
  ...aSubscription().item,
  productid: name,
  name,
  image: "/p.svg",
  dosage: "1 mg",
  directions: `Use ${name}.`,
});
const patch = aSubscription({
  id: "s-patch",
  item: product("Patch"),
  price: 59,
  dayssupply: 28,
  statustext: "Next charge on February 10, 2027.",
  onhanduntil: "2027-02-14",
  refillsleft: 4,
  state: { ...aSubscription().state, refills: "4 refills left", manage: "Change, pause or skip" },
  actions: ["pause", "cancel"],
});
const capsule = aSubscription({ ...patch, id: "s-capsule", item: product("Capsule"), price: 35 });
const charge = aCharge({
  amount: 94,
  items: [patch, capsule].map(({ id, item: { name }, price }) => ({
    prescriptionorderid: `p-${id}`,
    subscriptionid: id,
    name,
    amount: price,
  })),
});
const { plan, ...rest } = aTreatment("approved", { subscriptions: [patch, capsule], charges: [charge] });
const inCare: Treatment = {
  ...rest,
  plan: {
    ...plan,
    statustext: "Your plan is approved",
    note: "A good fit.",
    items: [patch, capsule].map(({ item }) => ({ ...item, fromnextorder: false, startson: null })),
  },
};
const markupOf = (treatment: Treatment, linkedAction: LinkedAction | null = null) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TreatmentPlan treatment={treatment} linkedAction={linkedAction} />
    </QueryClientProvider>,
  );
const wordsOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const shown = (treatment: Treatment) => wordsOf(markupOf(treatment));
const times = (text: string, part: string) => text.split(part).length - 1;

describe("the treatment is one plan", () => {
  test("its state, its name, the doctor's words, and each product with its directions, period and refills", () => {
    const text = shown(inCare);
    for (const part of ["Your plan is approved", "Patch + capsule", "Dr. Ada Hill", "A good fit.", "Use Patch."])
      expect(text).toContain(part);
    expect(times(text, "Every 28 days · 4 refills left")).toBe(2);
  });

  test("the next charge and how long the medicine lasts are said once for what belongs together", () => {
    const text = shown(inCare);
    expect(text).toContain("$94 on February 10, 2027");
    expect([times(text, "February 10"), times(text, "next charge"), times(text, "Your box lasts until")]).toEqual([
      1, 1, 1,
    ]);
  });

  test("a charge that is tried again says so, and promises no mail before it", () => {
    const text = shown({ ...inCare, charges: [{ ...charge, retry: true }] });
    expect(text).toContain("We’ll try $94 again on February 10, 2027");
    expect(text).not.toContain("5 days before");
  });

  test("declined or on hold, nothing says how to use it", () => {
    for (const change of [{ status: "declined", phase: "declined" }, { phase: "on_hold" }] as const)
      expect(shown({ ...inCare, plan: { ...inCare.plan, ...change } })).not.toContain("How to use it");
  });

  test("on hold, no price is beside the medicine", () => {
    const subscriptions = inCare.subscriptions.map((each) => ({
      ...each,
      onhold: true,
      state: { ...each.state, refills: "On hold until you've talked to a doctor." },
    }));
    const text = shown({ ...inCare, subscriptions, charges: [], plan: { ...inCare.plan, phase: "on_hold" } });
    expect(text).toContain("On hold until you've talked to a doctor.");
    expect(text).not.toMatch(/\$|Every 28 days/);
  });

  test("a medicine stopped since says to ask first, one that begins later says when", () => {
    const [first, second] = inCare.plan.items;
    if (!first || !second) throw new Error("No items");
    const items = [
      { ...first, directions: null },
      { ...second, startson: "2027-03-01" },
    ];
    const text = shown({ ...inCare, plan: { ...inCare.plan, items } });
    expect(text).toContain("Your doctor stopped this one. Please ask before you use more of it.");
    expect(text).toContain("Begin on March 1, 2027");
  });

  test("what was cancelled is closed beside what runs, and names no price", () => {
    const markup = markupOf({ ...inCare, charges: [], subscriptions: [{ ...patch, status: "cancelled" }, capsule] });
    expect(markup.match(/<details[^>]*>/g)?.map((tag) => tag.includes("open"))).toEqual([false, true]);
    expect(wordsOf(markup)).not.toContain("$59");
    const ended = markupOf({ ...inCare, charges: [], subscriptions: [{ ...patch, status: "cancelled" }] });
    expect(ended.match(/<details[^>]*>/g)?.map((tag) => tag.includes("open"))).toEqual([true, true]);
  });

  test("a mail's link to a pause asks which one, and each product passes it on", () => {
    const markup = markupOf(inCare, "pause");
    expect(wordsOf(markup)).toContain("Which one would you like to take a break from?");
    expect(markup).toContain('href="/subscription/s-patch?do=pause"');
    expect(markupOf(inCare)).not.toContain("?do=");
  });

  test("what comes without a doctor's plan is the same list, and asks no doctor", () => {
    const { plan: none } = aTreatment("none");
    const text = shown({ ...inCare, plan: none });
    expect(text).toContain("What you get from us");
    expect(text).toContain("Patch + capsule");
    expect(text).not.toContain("Ask ");
  });
});
