import { describe, expect, test } from "vitest";
import { answer, caseRecord, order } from "#clinic/testing/cases.ts";
import { flag } from "#clinic/testing/patients.ts";
import { decisionFacts } from "#contract/care/decision-fields.ts";
import { timelineOf } from "./timeline.ts";
import { firstSeen, seeNewer, seeOwn } from "./use-seen-record.ts";
import { changedFacts, comparedWith, namesOfFacts } from "./what-changed.ts";

describe("what changed since last time", () => {
  test("is compared with the last decision, and with the visit where there was none", () => {
    expect(comparedWith(caseRecord())).toEqual({ at: "2026-11-25T12:00:00Z", what: "visit" });
    const [first, at] = ["2026-05-01T12:00:00Z", "2026-06-01T12:00:00Z"];
    const declined = { event: "declined" as const, label: "", at, state: "done" as const, detail: null, amount: null };
    const earlier = order({ id: "earlier", placedat: first, timeline: [declined] });
    expect(comparedWith(caseRecord({ orders: [order(), earlier] }))).toEqual({ at, what: "decision" });
    expect(comparedWith(caseRecord({ orders: [] }))).toBeNull();
  });

  test.each([
    ["answers", { answers: [answer("clots")] }],
    ["answers", { flags: [flag()] }],
    ["identity", { identitystatus: "review" as const }],
    ["payment", { orders: [order({ status: "voided" })] }],
    ["state", { state: "TX" as const }],
  ])("%s", (fact, change) => {
    expect(changedFacts(caseRecord(), caseRecord({ ...change, revision: "r2" }))).toEqual([fact]);
  });

  test("accepting changes none of them", () => {
    expect(changedFacts(caseRecord({ carestatus: "incoming" }), caseRecord())).toEqual([]);
  });

  test("every fact of a conflict has words; what isn't one has none", () => {
    expect(namesOfFacts(decisionFacts)).toHaveLength(decisionFacts.length);
    expect([namesOfFacts(undefined), namesOfFacts(["other", 1])]).toEqual([[], []]);
  });
});

describe("a record that changes under somebody's eyes", () => {
  const seen = firstSeen(caseRecord({ revision: "r1" }));
  test("is shown at once, with what differs, until they looked again", () => {
    const newer = caseRecord({ revision: "r2", state: "TX" });
    const now = seeNewer(seen, newer);
    expect(now).toMatchObject({ record: newer, changed: ["state the patient lives in"] });
    expect(seeNewer(now, caseRecord({ revision: "r3" })).changed).toHaveLength(1);
  });

  test("what their own call answered is no news, nor is the older one that is read last", () => {
    const own = seeOwn(seen, caseRecord({ revision: "r2" }));
    expect(seeNewer(own, caseRecord({ revision: "r1" }))).toBe(own);
    expect(own.changed).toBeNull();
  });
});

test("the timeline has everything dated, newest first", () => {
  const at = (hour: number) => `2026-11-25T${String(hour).padStart(2, "0")}:00:00Z`;
  const record = caseRecord({
    answers: [answer("uterus", at(10)), answer("clots", at(11))],
    photos: [{ id: "p", kind: "selfie", uploadedat: at(12) }],
    agreements: [{ kind: "consent", refid: "telehealth_treatment", version: "1", at: at(9) }],
    cancellations: [{ subscriptionid: "s", at: at(8), reason: "Too dear" }],
  });
  const titles = timelineOf(record, [], "America/Chicago").map(({ title, detail }) => [title, detail].join(": "));
  expect(titles).toEqual([
    "Sent a selfie: ",
    "Answered 2 questions: ",
    "Gave a consent: telehealth treatment",
    "Canceled a subscription: Too dear",
  ]);
});
