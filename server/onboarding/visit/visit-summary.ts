import { referencesOf } from "#content/logic/conditions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { answerSummary, type SummaryLine } from "../questions/answer-summary.ts";
import { recordedHits } from "../screening/hit-queries.ts";
import type { Rule } from "../screening/screening.ts";
import { assess } from "./assess.ts";
import { findVisitRecord } from "./record-queries.ts";
import { answerOrigins, loadVisit } from "./visit-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

export interface VisitFlag {
  readonly ruleid: string;
  readonly outcome: string;
  readonly title: string;
  /** For the doctor. */
  readonly note: string;
  readonly questionids: readonly string[];
  readonly scope: Rule["scope"];
  /** False: the answers say otherwise now; they hit the rule once. */
  readonly current: boolean;
}

/** One answer as the doctor reads it, with the version of the questions it was given to. */
export interface AnsweredLine extends SummaryLine {
  readonly contentVersion: string;
  readonly at: Date;
}

interface VisitSummary {
  readonly answers: readonly AnsweredLine[];
  readonly flags: readonly VisitFlag[];
  /** Open questions without an answer that rules look at. */
  readonly unanswered: readonly { readonly questionid: string; readonly question: string }[];
}

/** The visit as the doctor reads it: label and answer pairs, and every rule the answers hit. */
export async function visitSummary(services: Deps, patientId: string): Promise<VisitSummary> {
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return { answers: [], flags: [], unanswered: [] };
  const [visit, hits, origins] = await Promise.all([
    loadVisit(services, record),
    recordedHits(services.db, patientId),
    answerOrigins(services.db, patientId),
  ]);
  const { content, clock } = services;
  const { open, hits: current } = assess(content, visit, clinicToday({ content, clock }));
  const flags = hits.map(({ rule_id, outcome }): VisitFlag => {
    const rule = content.rules.find((each) => each.id === rule_id);
    return {
      ruleid: rule_id,
      outcome,
      title: rule?.title ?? rule_id,
      note: rule?.note ?? "",
      questionids: rule ? [...new Set(referencesOf(rule.when).questions)] : [],
      scope: rule?.scope ?? "visit",
      current: current.some((each) => each.id === rule_id),
    };
  });
  const answers = answerSummary(open, visit.answers).flatMap((line) => {
    const origin = origins.get(line.questionid);
    return origin ? [{ ...line, ...origin }] : [];
  });
  const ruleQuestionIds = new Set(content.rules.flatMap(({ when }) => referencesOf(when).questions));
  const unanswered = open.flatMap(({ question: { id, label } }) =>
    ruleQuestionIds.has(id) && visit.answers[id] === undefined ? [{ questionid: id, question: label }] : [],
  );
  return { answers, flags, unanswered };
}
