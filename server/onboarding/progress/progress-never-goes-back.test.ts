import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { assess } from "../flow/assess.ts";
import type { VisitInProgress } from "../flow/in-progress.ts";
import { asksQuestions, furthestStepAfter } from "../flow/steps.ts";
import type { Visit } from "../flow/visit.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import { choiceIssues, productsOfChoices } from "../rules/choice-rules.ts";
import { stopRuleOf } from "../rules/screening.ts";
import { isEligible } from "../rules/treatment-options.ts";
import { visitCompletion } from "./completion.ts";

const today = "2026-11-23";
let content: Content;
beforeAll(async () => void (content = await shippedContent()));

/** One variant for each order of steps in the content. */
const orders = ["C", "F1", "G", "H"] as const;

test("every flow follows one of these orders", () => {
  const orderOf = (variant: string) => content.flows.find((flow) => flow.variant === variant)?.steps;
  for (const { variant, steps } of content.flows) expect(orders.map(orderOf), variant).toContainEqual(steps);
});

const newVisit = (variant: string): Visit =>
  ({
    record: { variant, step: 1.5, furthest: 1.5, status: "PENDING", identityStatus: "none", askedDetails: true },
    patient: { birthday: null, state: null },
    answers: {},
    choices: [],
    answeredAt: new Map(),
    toldIds: new Map(),
    photos: new Set(),
  }) as unknown as Visit;

/** The visit after `changed` was saved at `step`, as the server settles it; null where a rule stops it. */
function advance(changed: Visit, step: number): VisitInProgress | null {
  const screened = assess(content, changed, today);
  const choices = changed.choices.filter((choice) =>
    productsOfChoices(content, [choice]).some((product) => isEligible(content, screened.known, product)),
  );
  const rest = { ...changed, choices };
  const assessment = assess(content, rest, today);
  if (stopRuleOf(assessment.hits)) return null;
  const furthest = assessment.stepProgress.isStepFilled(step)
    ? furthestStepAfter(assessment.stepProgress, step)
    : changed.record.furthest;
  const visit = { ...rest, record: { ...rest.record, furthest } };
  return { visit, assessment: assess(content, visit, today) };
}

type Pick = <T>(among: readonly T[]) => T;
type Product = Content["catalogue"]["products"][number];
type Choices = Visit["choices"][number][];

/** Choices among the offered products that a patient may try: one, one with a second beside it, none. */
function candidateChoices(candidates: readonly Product[], step: number, pick: Pick): Choices[] {
  const none: Choices = [];
  if (candidates.length === 0) return [none];
  const asChoices = (products: readonly Product[]): Choices =>
    products.map(({ productid, pricings }) => ({
      productid,
      pricingid: pricings[0]?.pricingid ?? "",
      step,
      priceCents: 1,
    }));
  const tries = Array.from({ length: 8 }, () => asChoices([pick(candidates), pick(candidates)]));
  const wanted = pick([true, false]) ? [none, ...tries] : [...tries, none];
  return [
    ...wanted,
    ...candidates.flatMap((one) => [asChoices([one]), ...candidates.map((two) => asChoices([one, two]))]),
  ];
}

/** What a patient may do at the current step. */
function fillStep({ visit, assessment }: VisitInProgress, pick: Pick): Visit {
  const { record, patient } = visit;
  const step = assessment.current;
  if (step === 1.5)
    return {
      ...visit,
      patient: { ...patient, state: "CA", birthday: pick(["1991-05-06", "1974-05-06", "1960-05-06"]) },
    };
  if (asksQuestions(step)) return { ...visit, answers: { ...visit.answers, ...answered({ visit, assessment }, pick) } };
  if (step === 3 || step === 4) {
    const candidates = content.catalogue.products.filter(
      (each) => each.addon === (step === 4) && isEligible(content, assessment.known, each),
    );
    const concurrent = visit.choices.filter((each) => each.step !== step);
    const choices =
      candidateChoices(candidates, step, pick).filter(
        (products) =>
          choiceIssues(content, assessment.known, { addon: step === 4, products, concurrent }).length === 0 &&
          (products.length > 0 || (step === 4 && concurrent.length > 0)),
      )[0] ?? [];
    return { ...visit, choices: [...visit.choices.filter((each) => each.step !== step), ...choices] };
  }
  if (step === 5) return { ...visit, record: { ...record, identityStatus: pick(["matched", "no_match", "review"]) } };
  if (step === 5.1) return { ...visit, photos: new Set(["photo_id"]) };
  if (step === 5.2) return { ...visit, photos: new Set(["photo_id", "selfie"]) };
  return { ...visit, record: { ...record, shippingId: "an address" } };
}

/** Tries other answers where a rule would stop the visit, so that most visits reach their end. */
function nextVisit(now: VisitInProgress, pick: Pick): VisitInProgress | null {
  for (let tries = 0; tries < 8; tries += 1) {
    const next = advance(fillStep(now, pick), now.assessment.current);
    if (next) return next;
  }
  return null;
}

/** Answers to the next screen with an open question. */
function answered({ visit, assessment }: VisitInProgress, pick: Pick): GivenAnswers {
  const due = assessment.open.filter(
    ({ screen, question }) =>
      screen.step === assessment.current && question.answertype !== "nothing" && !(question.id in visit.answers),
  );
  return Object.fromEntries(
    due
      .filter(({ screen }) => screen.id === due[0]?.screen.id)
      .map(({ question: { id, answertype, answerlist, min = 0 } }) => {
        const one = answerlist.length > 0 ? pick(answerlist).id : String(min);
        return [id, { value: answertype === "array" ? [one] : one, others: null }];
      }),
  );
}

describe("progress of the visit", () => {
  test.each(orders)(
    "%s: whatever is answered, chosen and found out, going on never lowers it, and the minutes left never grow",
    (variant) => {
      const seen = { again: 0, review: 0, checkout: 0 };
      fc.assert(
        fc.property(fc.gen(), (gen) => {
          const pick: Pick = (among) => among[gen(fc.nat, { max: Math.max(0, among.length - 1) })] as never;
          let now = advance(newVisit(variant), 1);
          let before = -1;
          let minutesBefore = Infinity;
          for (let round = 0; now !== null && round < 150; round += 1) {
            const step = now.assessment.current;
            const { progress, minutesleft } = visitCompletion(content, now, step);
            expect(progress, `at step ${step} after ${before}`).toBeGreaterThanOrEqual(before);
            expect(progress).toBeLessThan(1);
            expect(minutesleft).toBeLessThanOrEqual(minutesBefore);
            before = progress;
            minutesBefore = minutesleft;
            if (step === 3 && now.assessment.mustChooseAgain) seen.again += 1;
            if (step === 5.4) seen.review += 1;
            if (step >= 6) return void (seen.checkout += 1);
            now = nextVisit(now, pick);
          }
        }),
        { numRuns: 12, endOnFailure: true },
      );
      expect(seen.checkout).toBeGreaterThan(3);
      expect(seen.review).toBeGreaterThan(0);
      if (variant.startsWith("F")) expect(seen.again).toBeGreaterThan(0);
    },
  );

  test("no flow takes longer than is promised where it begins, and the longest takes as long", () => {
    const minutes = content.flows.map(({ variant }) => {
      const begun = advance(newVisit(variant), 1);
      if (!begun) throw new Error("The visit did not begin");
      return visitCompletion(content, begun, 1.5).minutesleft;
    });
    expect(Math.max(...minutes)).toBe(visitMinutes);
  });
});
