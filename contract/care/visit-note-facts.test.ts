import { describe, expect, test } from "vitest";
import { visitNoteFacts } from "./visit-note-facts.ts";
import { VisitNoteFacts } from "./visit-notes.ts";

describe("what the note of a decision is drafted from", () => {
  test("each product with what is decided of it", () => {
    const facts = visitNoteFacts("plan_approved", ["one", "two", "three", "four"], {
      directions: { one: " At night. ", two: "", four: "Daily." },
      refills: { one: 0, two: 13, three: Number.NaN, four: 12 },
      declined: { two: " Not this. " },
      replaced: { three: { productid: "other", reason: "Weaker." } },
      start: { four: "2031-03-04" },
      ...{ message: "Hello", followupon: "2031-04-05" },
    });
    expect(facts).toEqual({
      decision: "plan_approved",
      products: [
        { productid: "one", outcome: "prescribed", directions: "At night.", refills: 0 },
        { productid: "two", outcome: "declined", reason: "Not this." },
        { productid: "three", outcome: "replaced", otherid: "other", reason: "Weaker." },
        { productid: "four", outcome: "later", beginson: "2031-03-04", directions: "Daily.", refills: 12 },
      ],
      ...{ message: "Hello", followupon: "2031-04-05" },
    });
    expect(VisitNoteFacts.safeParse(facts).success).toBe(true);
  });

  test("what isn't finished is left out, so that it can be drafted at any moment", () => {
    const facts = visitNoteFacts("plan_approved", ["one", "two", "three"], {
      ...{ declined: { one: " " }, start: { two: "" }, replaced: { three: { productid: "", reason: "" } } },
      ...{ message: " ", from: "", until: undefined, followupon: "" },
    });
    expect(facts).toEqual({
      decision: "plan_approved",
      products: [
        { productid: "one", outcome: "declined" },
        { productid: "two", outcome: "prescribed" },
        { productid: "three", outcome: "prescribed" },
      ],
    });
    expect(VisitNoteFacts.safeParse(facts).success).toBe(true);
  });

  test("one number or text is of each product, and days are of the decision", () => {
    const days = { from: "2031-03-04", until: "2031-03-18" };
    expect(visitNoteFacts("break_planned", ["one"], { directions: "Half.", refills: 2, ...days })).toEqual({
      decision: "break_planned",
      products: [{ productid: "one", outcome: "prescribed", directions: "Half.", refills: 2 }],
      ...days,
    });
  });

  test("nothing else of a body is in it, such as what only the practice reads", () => {
    const body = { message: "m", reason: "private", override: { reason: "weighed" }, doctorid: "d", revision: "r" };
    expect(visitNoteFacts("medicine_stopped", [], body)).toEqual({
      ...{ decision: "medicine_stopped", products: [], message: "m" },
    });
  });
});
