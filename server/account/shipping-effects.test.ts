import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { type StateMoveFacts, decideShippingEffects } from "./shipping-effects.ts";

const { statemove } = await shippedContent();
const state = (id: string, change: Partial<StateMoveFacts["to"]> = {}): StateMoveFacts["to"] => ({
  id,
  name: `State of ${id}`,
  status: "served",
  adminchat: false,
  facevisits: true,
  timezone: "America/Chicago",
  ...change,
});
const effectsOfMove = (change: Partial<StateMoveFacts>) =>
  decideShippingEffects(statemove, {
    from: state("CA"),
    to: state("TX"),
    doctor: { name: "Dr. Ada Hill", succession: "stays" },
    charge: { day: "March 9", nowCents: 5000, thenCents: 5000 },
    faceProducts: [],
    hasPlan: true,
    ...change,
  });
const topics = (change: Partial<StateMoveFacts>) =>
  effectsOfMove(change).effects.map(({ topic, kind }) => `${topic} ${kind}`);
const textOf = (topic: string, change: Partial<StateMoveFacts>) => {
  const found = effectsOfMove(change).effects.find((effect) => effect.topic === topic);
  return found && `${found.title}. ${found.text}`;
};

describe("another state explains what changes before it does", () => {
  test("where the practice is not licensed the move is not possible, with the reason", () => {
    const { possible, effects, text } = effectsOfMove({ to: state("GU", { status: "not_served" }) });
    expect([possible, effects]).toEqual(["no", []]);
    expect(text).toContain("State of GU");
  });
  test("the current state changes nothing", () =>
    expect(effectsOfMove({ to: state("CA") })).toMatchObject({ possible: "same", effects: [] }));

  test("a doctor licensed there stays", () => expect(textOf("doctor", {})).toContain("Dr. Ada Hill stays your doctor"));
  test.each(["changes", "nobody"] as const)("licence: %s", (succession) => {
    const doctor = { name: "Dr. Ada Hill", succession };
    expect(effectsOfMove({ doctor }).effects[0]).toMatchObject({ topic: "doctor", kind: "changes" });
  });
  test("without a doctor none is mentioned", () => expect(topics({ doctor: null }).join()).not.toContain("doctor"));

  test("tax: the amount before and after", () =>
    expect(textOf("tax", { charge: { day: "March 9", nowCents: 5000, thenCents: 5413 } })).toBe(
      "Sales tax changes. Your payment on March 9 will be $54.13 instead of $50.00, tax included.",
    ));
  test("tax: an unchanged amount is said to stay", () => expect(topics({})).toContain("tax stays"));
  test("tax: without an upcoming charge it follows the address", () =>
    expect(textOf("tax", { charge: null })).toContain("depends on your address"));

  test.each([
    [false, true, "messages changes", "You can chat with patient services"],
    [true, false, "messages changes", "No chat with patient services"],
    [true, true, "messages stays", "Your messages"],
    [false, false, "messages stays", "Your messages"],
  ])("admin chat: %s before, %s then", (before, then, topic, title) => {
    const change = { from: state("CA", { adminchat: before }), to: state("IA", { adminchat: then }) };
    expect(topics(change)).toContain(topic);
    expect(textOf("messages", change)).toContain(title);
  });

  test("§9 non-flow states: only a patient with a face product is told", () => {
    const to = state("NY", { facevisits: false });
    expect(textOf("face", { to, faceProducts: ["Face cream"] })).toContain(
      "What your doctor already approved continues: Face cream.",
    );
    expect(topics({ to })).not.toContain("face changes");
    expect(topics({ faceProducts: ["Face cream"] })).not.toContain("face changes");
  });

  test("a plan is mentioned where there is one", () =>
    expect([true, false].map((hasPlan) => topics({ hasPlan }).includes("plan stays"))).toEqual([true, false]));

  test("changes come before what stays", () => {
    const kinds = effectsOfMove({
      doctor: { name: "Dr. Ada Hill", succession: "changes" },
      charge: { day: "March 9", nowCents: 1, thenCents: 2 },
    }).effects.map(({ kind }) => kind);
    expect(kinds).toEqual(["changes", "changes", "stays", "stays"]);
  });
});
