import type { HealthScreen } from "#contract/account/health-answers.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { TxServices } from "#server/platform/services.ts";
import { assess } from "../flow/assess.ts";
import type { Visit } from "../flow/visit.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import type { Rule } from "../rules/screening.ts";
import { recordedHits } from "../screening/hit-queries.ts";
import { type HealthVersion, findHealthVersionScreens } from "./versions.ts";

/** What screening finds in a change of answers. */
export interface ScreeningChange {
  /** Hit for the first time ever: the patient is notified once. */
  readonly firstHits: readonly Rule[];
  /** Hit since this change: they contraindicate what is prescribed each time the patient reports it. */
  readonly newHits: readonly Rule[];
}

/**
 * The rules that hold after a change and did not hold before it, and those recorded for the first time. A rule that the doctor prescribed
 * in spite of, and that held all the while, is not among them.
 */
export const newlyHitRules = (before: readonly Rule[], after: readonly Rule[], firstHits: readonly Rule[]): Rule[] =>
  after.filter(({ id }) => firstHits.some((rule) => rule.id === id) || !before.some((rule) => rule.id === id));

/**
 * What screening found in the change that made the latest version of the answers; nothing for the visit's own version. `versions` are
 * newest first.
 */
export async function latestScreeningChange(
  services: TxServices,
  visit: Visit,
  [latest]: readonly HealthVersion[],
): Promise<ScreeningChange> {
  const { content, db } = services;
  const { patientId } = visit.record;
  const previousScreens = latest && (await findHealthVersionScreens(services, patientId, latest.version - 1));
  if (!previousScreens) return { firstHits: [], newHits: [] };
  const allHits = await recordedHits(db, patientId);
  const hitRuleIds = allHits.filter(({ at }) => at.getTime() === latest.answeredAt.getTime()).map((hit) => hit.rule_id);
  const { hits } = assess(content, visit, clinicToday(services));
  const firstHits = hits.filter(({ id }) => hitRuleIds.includes(id));
  const before = assess(content, { ...visit, answers: answersIn(previousScreens) }, clinicToday(services));
  return { firstHits, newHits: newlyHitRules(before.hits, hits, firstHits) };
}

const answersIn = (screens: readonly HealthScreen[]): GivenAnswers =>
  Object.fromEntries(
    screens
      .flatMap(({ questions }) => questions)
      .map(({ id, answer, others }) => [id, { value: answer ?? "", others }]),
  );
