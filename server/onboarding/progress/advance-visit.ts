import type { Content } from "#content/loader/load.ts";
import { rulesVersion } from "#content/logic/rule-version.ts";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { assess, type Assessment } from "../flow/assess.ts";
import { type VisitInProgress } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import { revealStep, furthestStepAfter } from "../flow/steps.ts";
import { deleteChoices } from "../flow/visit-queries.ts";
import type { VisitChoice, Visit } from "../flow/visit.ts";
import { changedAnswers } from "../rules/answers.ts";
import { choiceIssues, productsOfChoices } from "../rules/choice-rules.ts";
import { stopRuleOf, contraindicatingRule } from "../rules/screening.ts";
import { isEligible } from "../rules/treatment-options.ts";
import { answerNotices, decidingQuestion } from "../screening/answer-notices.ts";
import { reportEmergencyInAnswers } from "../screening/emergencies-in-answers.ts";
import { recordHits } from "../screening/hit-queries.ts";

export interface AdvancedVisit extends VisitInProgress {
  /** The step is complete for the first time. */
  readonly completed: boolean;
  readonly notices: readonly AnswerNotice[];
}

const hrtCategories: readonly string[] = ["systemic_estrogen", "progestogen", "vaginal_estrogen"];

/**
 * Settles a visit that was changed at `step`, in the transaction of the change: screens it again, drops contraindicated choices, stops the
 * visit where a rule says so, moves the patient on when the step is complete, and reports an emergency in the answers. `before` is the
 * visit before the change.
 */
export async function advanceVisit(
  services: TxServices,
  before: VisitInProgress,
  visit: Visit,
  step: number,
): Promise<AdvancedVisit> {
  const { content, clock, db } = services;
  const now = clock.now();
  const { patientId } = visit.record;
  const writeContext = { patientId, contentVersion: content.questionnaire.version, now };

  const screened = assess(content, visit, clinicToday(services));
  const { kept, dropped } = rescreenChoices(content, screened, visit.choices);
  await deleteChoices(
    db,
    patientId,
    dropped.map(({ productid }) => productid),
  );
  const remaining: Visit = { ...visit, choices: kept };
  const assessment = dropped.length > 0 ? assess(content, remaining, clinicToday(services)) : screened;

  const firstHits = await recordHits(db, writeContext, [...new Set([...screened.hits, ...assessment.hits])]);
  await reportEmergencyInAnswers(services, patientId, changedAnswers(before.visit.answers, visit.answers), firstHits);
  const stop = stopRuleOf(assessment.hits);
  const furthest =
    stop === null && assessment.stepProgress.isStepFilled(step)
      ? furthestStepAfter(assessment.stepProgress, step)
      : visit.record.furthest;
  const advanced = withUpdatedRecord(
    content,
    remaining,
    { furthest, stop: stop?.id ?? null, stoppedAt: stop ? now : null },
    assessment,
    clinicToday(services),
  );
  await updateVisitRecord(
    db,
    patientId,
    {
      step: advanced.visit.record.step,
      furthest_step: furthest,
      clarification_open: advanced.visit.record.clarificationOpen,
      non_hrt: advanced.visit.record.nonHrt,
      content_version: content.questionnaire.version,
      rules_version: rulesVersion(content),
      ...(stop ? { stop_rule_id: stop.id, stopped_at: now } : {}),
    },
    now,
  );
  return {
    ...advanced,
    completed: furthest !== visit.record.furthest,
    notices: stop
      ? []
      : [
          ...dropped.map(({ notice }) => notice),
          ...lostChoiceNotices(content, before, advanced),
          ...answerNotices(advanced.assessment, firstHits),
        ],
  };
}

/** The visit with its record as it is written. */
function withUpdatedRecord(
  content: Content,
  visit: Visit,
  { furthest, stop, stoppedAt }: { furthest: number; stop: string | null; stoppedAt: Date | null },
  { conditionalSteps }: Assessment,
  today: string,
): VisitInProgress {
  const products = productsOfChoices(content, visit.choices);
  const nonHrt =
    products.length === 0
      ? visit.record.nonHrt
      : !products.some(({ categories }) => categories.some((each) => hrtCategories.includes(each)));
  const record = {
    ...visit.record,
    furthest,
    nonHrt,
    clarificationOpen: conditionalSteps.clarifications,
    stopRuleId: stop,
    stoppedAt,
  };
  const assessment = assess(content, { ...visit, record }, today);
  return { visit: { ...visit, record: { ...record, step: assessment.current } }, assessment };
}

/** Splits the choices into those that may stay and those dropped, with a sentence about each of the latter. */
function rescreenChoices(content: Content, assessment: Assessment, choices: readonly VisitChoice[]) {
  const { known } = assessment;
  const kept: VisitChoice[] = [];
  const dropped: { readonly productid: string; readonly notice: AnswerNotice }[] = [];
  for (const choice of choices) {
    const [product] = productsOfChoices(content, [choice]);
    if (product && isEligible(content, known, product)) kept.push(choice);
    else {
      const rule = product && contraindicatingRule(content, known, product);
      const droppedText = sentence("onboarding.choice_dropped", { name: product?.name ?? "a product" });
      dropped.push({
        productid: choice.productid,
        notice: {
          questionid: rule ? decidingQuestion(rule, assessment) : null,
          text: toText(content, droppedText, rule?.text ?? sentence("onboarding.does_not_fit")),
        },
      });
    }
  }
  return { kept, dropped };
}

/** Why an earlier choice has to be made again, if it has to. */
function lostChoiceNotices(
  content: Content,
  before: VisitInProgress,
  { visit, assessment }: VisitInProgress,
): AnswerNotice[] {
  if (!before.assessment.stepProgress.isStepFilled(3) || assessment.stepProgress.isStepFilled(3)) return [];
  const products = visit.choices.filter(({ step }) => step === 3);
  const concurrent = visit.choices.filter(({ step }) => step === 4);
  const [issue] = choiceIssues(content, assessment.known, { addon: false, products, concurrent });
  const when =
    assessment.current === revealStep
      ? sentence("onboarding.choose_again_now")
      : sentence("onboarding.choose_again_later");
  return [{ questionid: null, text: toText(content, issue?.message ?? null, when) }];
}
