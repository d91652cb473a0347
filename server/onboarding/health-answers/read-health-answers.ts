import type { Content } from "#content/loader/load.ts";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { assess, type Assessment } from "../flow/assess.ts";
import { findVisitRecord } from "../flow/record-queries.ts";
import { loadVisit } from "../flow/visit-queries.ts";
import type { Visit, VisitRecord } from "../flow/visit.ts";
import { presentStop, stopRuleOf } from "../rules/screening.ts";
import { healthTopics } from "./health-topics.ts";
import { toldAnswers, toldText } from "./told-answers.ts";
import { ensureHealthVersions, type HealthVersion, findHealthVersionScreens, healthScreens } from "./versions.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/**
 * The patient's current health answers, or an earlier version as it was stored; none before the visit is done. `not_found` for an unknown
 * version.
 */
export async function readHealthAnswers(services: Deps, patientId: string, version?: number): Promise<HealthAnswers> {
  const record = await findVisitRecord(services.db, patientId);
  if (record?.status !== "DONE") {
    if (version !== undefined) throw new Refusal("not_found");
    return noHealthAnswers(services.content);
  }
  const visit = await loadVisit(services, record);
  const current = presentHealthAnswers(
    services,
    visit,
    assess(services.content, visit, clinicToday(services)),
    await ensureHealthVersions(services, record),
  );
  return version === undefined || version === current.version
    ? current
    : presentEarlierVersion(services, record, current, version);
}

/** The patient's current answers. `versions`, newest first, has at least one. */
export function presentHealthAnswers(
  { content }: Pick<Deps, "content">,
  visit: Visit,
  assessment: Assessment,
  versions: readonly HealthVersion[],
): HealthAnswers {
  const { record, answers } = visit;
  const [latest] = versions;
  return {
    version: latest?.version ?? 0,
    contentversion: latest?.contentVersion ?? content.questionnaire.version,
    answeredat: latest?.answeredAt.toISOString() ?? null,
    screens: healthScreens(content, assessment.open, answers),
    topics: healthTopics(content, assessment.open, visit),
    versions: versions.map(({ version, contentVersion, answeredAt, told }) => ({
      version,
      contentversion: contentVersion,
      answeredat: answeredAt.toISOString(),
      told: told && toldText(content, told),
    })),
    told: toldAnswers(content, assessment.open, visit, versions),
    stop: currentStop(content, record, assessment),
  };
}

/** An emergency among the answers comes first; otherwise the rule that once stopped the visit, which no edit undoes. */
function currentStop(content: Content, record: VisitRecord, { hits }: Assessment): ScreeningStop | null {
  const found = stopRuleOf(hits);
  if (found?.outcome === "EMERGENCY") return presentStop(content, found.id);
  return record.stopRuleId === null ? null : presentStop(content, record.stopRuleId);
}

async function presentEarlierVersion(
  services: Deps,
  { patientId }: VisitRecord,
  current: HealthAnswers,
  version: number,
) {
  const versionInfo = current.versions.find((each) => each.version === version);
  const screens = versionInfo && (await findHealthVersionScreens(services, patientId, version));
  if (!versionInfo || !screens) throw new Refusal("not_found");
  const { told: _, ...given } = versionInfo;
  return { ...current, ...given, screens, topics: [], told: [] };
}

const noHealthAnswers = ({ questionnaire }: Pick<Content, "questionnaire">): HealthAnswers => ({
  version: 0,
  contentversion: questionnaire.version,
  answeredat: null,
  screens: [],
  topics: [],
  versions: [],
  told: [],
  stop: null,
});
