import { describe, expect, test } from "vitest";
import { offerText } from "./counseling-card.tsx";

const patch = { name: "Estradiol patch", dosage: "0.05 mg", why: "medicine" } as const;
const capsule = { name: "Progesterone capsule", dosage: "100 mg", why: "directions" } as const;
const at = "2026-11-27T15:00:00Z";
const ended = (outcome: "talked" | "declined" | "not_reached") => ({ at, callby: null, outcome });

describe("what the card says of an offer", () => {
  test.each([
    [[patch], null, /^Estradiol patch 0\.05 mg is new for you\. A pharmacist can tell you how to use it /],
    [
      [patch, { ...capsule, why: "medicine" as const }],
      null,
      /^Estradiol .* and Progesterone capsule 100 mg are new for you\. .* use them /,
    ],
    [[capsule], null, /^You use Progesterone capsule 100 mg in a new way\. /],
    [
      [patch, capsule],
      null,
      /^Estradiol patch 0\.05 mg is new for you\. You use Progesterone capsule 100 mg in a new way\. /,
    ],
    [[patch], { at, callby: "2026-11-30", outcome: null }, /will call you about .* by Monday, November 30\.$/],
    [[patch], ended("talked"), /^You talked with the pharmacist/],
    [[patch], ended("declined"), /^You don't want a call/],
    [[patch], ended("not_reached"), /couldn't reach you/],
  ])("%#", (medicines, answer, text) => expect(offerText({ medicines, answer })).toMatch(text));
});
