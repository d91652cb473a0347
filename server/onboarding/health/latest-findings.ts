import type { HealthScreen } from "#contract/account.ts";
import { clinicToday } from "#server/platform/clinic-day.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { GivenAnswers } from "../questions/answers.ts";
import { assess } from "../visit/assess.ts";
import { recordedHits } from "../screening/hit-queries.ts";
import type { Visit } from "../visit/visit.ts";
import { newlyHitRules, type ScreeningChange } from "../health-answers/screening-change.ts";
import { type HealthVersion, findHealthVersionScreens } from "./version-queries.ts";

/** What was found in the change that made the latest version of her answers; nothing in the visit's own. `versions`, newest first. */
export async function latestScreeningChange(
  services: TxServices,
  visit: Visit,
  [latest]: readonly HealthVersion[],
): Promise<ScreeningChange> {
  const { content, db } = services;
  const { patientId } = visit.record;
  const previousScreens = latest && (await findHealthVersionScreens(services, patientId, latest.version - 1));
  if (!previousScreens) return { fresh: [], begun: [] };
  const allHits = await recordedHits(db, patientId);
  const hitRuleIds = allHits.filter(({ at }) => at.getTime() === latest.answeredAt.getTime()).map((hit) => hit.rule_id);
  const { hits } = assess(content, visit, clinicToday(services));
  const firstHits = hits.filter(({ id }) => hitRuleIds.includes(id));
  const before = assess(content, { ...visit, answers: answersIn(previousScreens) }, clinicToday(services));
  return { fresh: firstHits, begun: newlyHitRules(before.hits, hits, firstHits) };
}

const answersIn = (screens: readonly HealthScreen[]): GivenAnswers =>
  Object.fromEntries(
    screens
      .flatMap(({ questions }) => questions)
      .map(({ id, answer, others }) => [id, { value: answer ?? "", others }]),
  );
