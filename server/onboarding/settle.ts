import type { Content } from "#content/load.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { TxServices } from "#server/platform/services.ts";
import { changedAnswers } from "./answers.ts";
import { assess, type Assessment } from "./assess.ts";
import { choiceIssues, productsOf } from "./choice-rules.ts";
import { recordHits } from "./hit-queries.ts";
import { type InProgress } from "./in-progress.ts";
import { isEligible } from "./offer.ts";
import { changeRecord } from "./record-queries.ts";
import { noticesOf, stopOf, withheldBy } from "./screening.ts";
import { revealStep } from "./steps.ts";
import { reportToldInAnswers } from "./told-emergency.ts";
import type { Chosen, Visit } from "./visit.ts";
import { dropChoices } from "./visit-queries.ts";
import { furthestAfter } from "./walk.ts";

export interface Settled extends InProgress {
  /** The step is complete for the first time. */
  readonly completed: boolean;
  readonly notices: readonly string[];
}

const hormones: readonly string[] = ["systemic_estrogen", "progestogen", "vaginal_estrogen"];

/**
 * After `visit` was changed at `step`: screens it again, drops what she may no longer have, stops the visit where a rule says so, and
 * moves her on when the step is complete. An emergency that the answers tell of is reported. `before` is the visit before the change. In the
 * transaction of the change.
 */
export async function settle(parts: TxServices, before: InProgress, visit: Visit, step: number): Promise<Settled> {
  const { content, clock, db } = parts;
  const now = clock.now();
  const { patientId } = visit.record;
  const seen = { patientId, contentVersion: content.questionnaire.version, now };

  const screened = assess(content, visit, clinicDay(parts));
  const { kept, dropped } = rescreen(content, screened, visit.choices);
  await dropChoices(
    db,
    patientId,
    dropped.map(({ productid }) => productid),
  );
  const rest: Visit = { ...visit, choices: kept };
  const at = dropped.length > 0 ? assess(content, rest, clinicDay(parts)) : screened;

  const fresh = await recordHits(db, seen, [...new Set([...screened.hits, ...at.hits])]);
  await reportToldInAnswers(parts, patientId, changedAnswers(before.visit.answers, visit.answers), fresh);
  const stop = stopOf(at.hits);
  const furthest = stop === null && at.walk.met(step) ? furthestAfter(at.walk, step) : visit.record.furthest;
  const settled = standing(
    content,
    rest,
    { furthest, stop: stop?.id ?? null, stoppedAt: stop ? now : null },
    at,
    clinicDay(parts),
  );
  await changeRecord(
    db,
    patientId,
    {
      step: settled.visit.record.step,
      furthest_step: furthest,
      clarifies: settled.visit.record.clarifies,
      non_hrt: settled.visit.record.nonHrt,
      content_version: content.questionnaire.version,
      ...(stop ? { stop_rule_id: stop.id, stopped_at: now } : {}),
    },
    now,
  );
  return {
    ...settled,
    completed: furthest !== visit.record.furthest,
    notices: stop
      ? []
      : [...dropped.map(({ notice }) => notice), ...lostChoice(content, before, settled), ...noticesOf(fresh)],
  };
}

/** The visit with its record as it is written now. */
function standing(
  content: Content,
  visit: Visit,
  { furthest, stop, stoppedAt }: { furthest: number; stop: string | null; stoppedAt: Date | null },
  { openness }: Assessment,
  day: string,
): InProgress {
  const products = productsOf(content, visit.choices);
  const nonHrt =
    products.length === 0
      ? visit.record.nonHrt
      : !products.some(({ categories }) => categories.some((each) => hormones.includes(each)));
  const record = { ...visit.record, furthest, nonHrt, clarifies: openness.clarifications, stopRuleId: stop, stoppedAt };
  const at = assess(content, { ...visit, record }, day);
  return { visit: { ...visit, record: { ...record, step: at.current } }, at };
}

/** Splits her choices into those she may keep and those withheld now, with a sentence about each of these. */
function rescreen(content: Content, { known }: Assessment, choices: readonly Chosen[]) {
  const kept: Chosen[] = [];
  const dropped: { readonly productid: string; readonly notice: string }[] = [];
  for (const choice of choices) {
    const [product] = productsOf(content, [choice]);
    if (product && isEligible(content, known, product)) kept.push(choice);
    else {
      const reason = (product && withheldBy(content, known, product)?.text) ?? "It does not fit your answers.";
      dropped.push({
        productid: choice.productid,
        notice: `We took ${product?.name ?? "a product"} off your plan. ${reason}`,
      });
    }
  }
  return { kept, dropped };
}

/** Why a choice that stood before has to be made again, if it has to. */
function lostChoice(content: Content, before: InProgress, { visit, at }: InProgress): string[] {
  if (!before.at.walk.met(3) || at.walk.met(3)) return [];
  const products = visit.choices.filter(({ step }) => step === 3);
  const beside = visit.choices.filter(({ step }) => step === 4);
  const [issue] = choiceIssues(content, at.known, { addon: false, products, beside });
  const when =
    at.current === revealStep
      ? "Please look at your treatment once more before you go on."
      : "After the questions, you can choose your treatment once more.";
  return [issue ? `${issue.message} ${when}` : when];
}
