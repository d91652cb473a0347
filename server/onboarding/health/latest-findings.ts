import type { HealthScreen } from "#contract/account.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { GivenAnswers } from "../answers.ts";
import { assess } from "../assess.ts";
import { hitsEver } from "../hit-queries.ts";
import type { Visit } from "../visit.ts";
import { begunBy, type Findings } from "./change-findings.ts";
import { type HealthVersion, screensOfVersion } from "./version-queries.ts";

/** What was found in the change that made the latest version of her answers; nothing in the visit's own. `versions`, newest first. */
export async function findingsOfLatest(
  parts: TxServices,
  visit: Visit,
  [latest]: readonly HealthVersion[],
): Promise<Findings> {
  const { content, db } = parts;
  const { patientId } = visit.record;
  const earlier = latest && (await screensOfVersion(parts, patientId, latest.version - 1));
  if (!earlier) return { fresh: [], begun: [] };
  const since = await hitsEver(db, patientId);
  const recorded = since.filter(({ at }) => at.getTime() === latest.answeredAt.getTime()).map((hit) => hit.rule_id);
  const { hits } = assess(content, visit, clinicDay(parts));
  const fresh = hits.filter(({ id }) => recorded.includes(id));
  const before = assess(content, { ...visit, answers: answersIn(earlier) }, clinicDay(parts));
  return { fresh, begun: begunBy(before.hits, hits, fresh) };
}

const answersIn = (screens: readonly HealthScreen[]): GivenAnswers =>
  Object.fromEntries(
    screens
      .flatMap(({ questions }) => questions)
      .map(({ id, answer, others }) => [id, { value: answer ?? "", others }]),
  );
