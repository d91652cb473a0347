import type { HealthAnswers } from "#contract/account.ts";
import type { Stop } from "#contract/questions.ts";
import type { Content } from "#content/load.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { assess, type Assessment } from "../assess.ts";
import { findRecord } from "../record-queries.ts";
import { presentStop, stopOf } from "../screening.ts";
import type { Visit, VisitRecord } from "../visit.ts";
import { loadVisit } from "../visit-queries.ts";
import { healthScreens } from "./present-health.ts";
import { type HealthVersion, screensOfVersion } from "./version-queries.ts";
import { herVersions } from "./versions.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Her health answers now, or as an earlier version kept them; none before her visit is done. `not_found` for a version that is not there. */
export async function healthAnswers(parts: Parts, patientId: string, version?: number): Promise<HealthAnswers> {
  const record = await findRecord(parts.db, patientId);
  if (record?.status !== "DONE") {
    if (version !== undefined) throw new Refusal("not_found");
    return noAnswers(parts.content);
  }
  const visit = await loadVisit(parts, record);
  const now = presentHealth(
    parts,
    visit,
    assess(parts.content, visit, clinicDay(parts)),
    await herVersions(parts, record),
  );
  return version === undefined || version === now.version ? now : earlier(parts, record, now, version);
}

/** Her answers as they stand. `versions`, newest first, has at least one. */
export function presentHealth(
  { content }: Pick<Parts, "content">,
  { record, answers }: Visit,
  at: Assessment,
  versions: readonly HealthVersion[],
): HealthAnswers {
  const [latest] = versions;
  return {
    version: latest?.version ?? 0,
    contentversion: latest?.contentVersion ?? content.questionnaire.version,
    answeredat: latest?.answeredAt.toISOString() ?? null,
    screens: healthScreens(content, at.open, answers),
    versions: versions.map(({ version, contentVersion, answeredAt }) => ({
      version,
      contentversion: contentVersion,
      answeredat: answeredAt.toISOString(),
    })),
    stop: stopNow(content, record, at),
  };
}

/** An emergency among her answers comes first; else what once stopped her visit, which no edit undoes. */
function stopNow(content: Content, record: VisitRecord, { hits }: Assessment): Stop | null {
  const found = stopOf(hits);
  if (found?.outcome === "EMERGENCY") return presentStop(content, found.id);
  return record.stopRuleId === null ? null : presentStop(content, record.stopRuleId);
}

async function earlier(parts: Parts, { patientId }: VisitRecord, now: HealthAnswers, version: number) {
  const of = now.versions.find((each) => each.version === version);
  const screens = of && (await screensOfVersion(parts, patientId, version));
  if (!of || !screens) throw new Refusal("not_found");
  return { ...now, ...of, screens };
}

const noAnswers = ({ questionnaire }: Pick<Content, "questionnaire">): HealthAnswers => ({
  version: 0,
  contentversion: questionnaire.version,
  answeredat: null,
  screens: [],
  versions: [],
  stop: null,
});
