import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { visitDecisions } from "#contract/documents/visit-note.ts";
import { visitNoteText } from "./draft-visit-note.ts";

const content = await shippedContent();
const [patch, capsule, low] = ["estradiol_patch_0_05", "progesterone_capsule_100", "estradiol_patch_0_025"] as const;
const told = { symptoms: ["Hot flashes: Very much", "Worry: A little"], raised: ["Blood pressure: 140/90"] };
const textOf = (...args: Parameters<typeof visitNoteFacts>) => visitNoteText(content, visitNoteFacts(...args), told);

describe("decisions §20 a visit note is drafted from what was decided and asked", () => {
  test("of a plan decided product by product, with what was asked, weighed and told, and what to do if", () => {
    const text = textOf("plan_approved", [patch, capsule, low], {
      directions: { [patch]: "One every Monday.", [low]: "" },
      refills: { [patch]: 3, [low]: Number.NaN },
      declined: { [capsule]: "It isn't for you." },
      start: { [low]: "2031-03-04" },
      message: "See you soon.",
      followupon: "2031-04-05",
    });
    expect(text.split("\n\n").map((section) => section.split("\n")[0])).toEqual([
      ...["Why", "What was considered", "Plan", "What to do if"],
    ]);
    for (const part of [
      "You asked for: Estradiol",
      "- Hot flashes: Very much\n- Worry: A little",
      "asks to weigh this:\n- Blood pressure: 140/90",
      "One every Monday.\nRefills: 3.",
      "It isn't for you.",
      "Prescribed, to start on March 4, 2031: ",
      "Message to you:\nSee you soon.",
      "Next treatment review: April 5, 2031.",
      "Call 911 right away",
    ])
      expect(text).toContain(part);
    expect(text.match(/Refills:/g)).toHaveLength(1);
    expect(text).not.toContain("dizzy or sleepy");
  });

  test("of one product for another, with the reason and the other one's warnings", () => {
    const text = textOf("plan_approved", [patch], {
      replaced: { [patch]: { productid: capsule, reason: "Lower first." } },
    });
    expect(text).toMatch(/Prescribed instead of Estradiol .*: .*rogesterone.*\. Lower first\./);
    expect(text).toContain("dizzy or sleepy");
    expect(text).not.toContain("swelling in one leg");
  });

  test.each(visitDecisions)(
    "of %s, with the medicine by name and without what the practice keeps for itself",
    (decision) => {
      const body = {
        reason: "She can't pay, and her brother drinks.",
        override: { reason: "Small risk" },
        doctorid: "d1",
      };
      const text = textOf(decision, [patch], { ...body, message: "Told." });
      if (decision !== "review_read") expect(text).toMatch(/stradiol/);
      expect(text).toContain("Message to you:\nTold.");
      expect(text).not.toMatch(/brother|Small risk|d1/);
      expect(text).toContain("What to do if\n- ");
    },
  );

  test("each decision says what it is in its own words", () => {
    const plans = visitDecisions.map((decision) => /Plan\n(.*)/.exec(textOf(decision, [patch], {}))?.[1]);
    // Both declines of what was asked for, both first prescriptions.
    expect(new Set(plans).size).toBe(visitDecisions.length - 2);
  });

  test("nothing found is said, and where no answers are weighed nothing is", () => {
    const facts = visitNoteFacts("medicine_stopped", [patch], { message: "Stop." });
    expect(visitNoteText(content, facts, { symptoms: [], raised: [] })).toContain("found nothing");
    expect(visitNoteText(content, facts, null)).not.toContain("What was considered");
  });

  test("is never longer than a note may be", () => {
    const products = Array.from({ length: 60 }, () => patch);
    const facts = visitNoteFacts("upsell_approved", products, {
      directions: "x ".repeat(240),
      message: "y".repeat(4000),
    });
    const text = visitNoteText(content, facts, told);
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text.length).toBeGreaterThan(9000);
    // Whole parts are left out, and never what to do if something happens.
    expect(text).not.toContain("yyy");
    expect(text).toMatch(/What to do if\n[^]*around the clock\.$/);
  });

  test("directions and days of what a medicine's decision sends", () => {
    const [from, until] = ["2031-03-04", "2031-03-18"];
    expect(textOf("directions_changed", [patch], { directions: "Half.", from })).toMatch(
      /starting March 4, 2031: Half\./,
    );
    expect(textOf("directions_changed", [patch], { directions: "Half." })).toMatch(/New directions for .*: Half\./);
    expect(textOf("break_planned", [patch], { from, until })).toMatch(
      /starting March 4, 2031\. Start again on March 18, 2031/,
    );
  });
});
