import { referencesOf } from "#content/logic/conditions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { findVisitRecord } from "../flow/record-queries.ts";
import { type AnswerOrigin, answerOrigins, loadVisit } from "../flow/visit-queries.ts";
import { answerSummary, type SummaryLine } from "../questions/answer-summary.ts";
import type { Rule } from "../rules/screening.ts";
import { recordedHits } from "../screening/hit-queries.ts";
import { screenVisit } from "../screening/screen-today.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

export interface VisitFlag {
  readonly ruleid: string;
  readonly outcome: Rule["outcome"];
  readonly title: string;
  /** For the doctor. */
  readonly note: string;
  readonly questionids: readonly string[];
  readonly scope: Rule["scope"];
  /** False: the answers say otherwise now; they hit the rule once. */
  readonly current: boolean;
}

/** One answer as the doctor reads it, with the version of the questions it was given to. */
export type AnsweredLine = SummaryLine & AnswerOrigin;

interface VisitSummary {
  readonly answers: readonly AnsweredLine[];
  readonly flags: readonly VisitFlag[];
  /** Open questions without an answer that rules look at. */
  readonly unanswered: readonly { readonly questionid: string; readonly question: string }[];
}

/** The visit as the doctor reads it: label and answer pairs, every rule that holds today, and those that held once. */
export async function visitSummary(services: Deps, patientId: string): Promise<VisitSummary> {
  const record = await findVisitRecord(services.db, patientId);
  if (!record) return { answers: [], flags: [], unanswered: [] };
  const [visit, hits, origins] = await Promise.all([
    loadVisit(services, record),
    recordedHits(services.db, patientId),
    answerOrigins(services.db, patientId),
  ]);
  const { content, clock } = services;
  const { open, hits: current, unanswered } = screenVisit(content, visit, clinicToday({ content, clock }));
  const isCurrent = (id: string) => current.some((rule) => rule.id === id);
  const once = hits.filter(({ rule_id }, index) => hits.findIndex((hit) => hit.rule_id === rule_id) === index);
  // In the order they were told, then what nobody was told of because the rule is a newer one.
  const flags = [
    ...once.map(({ rule_id, outcome }): VisitFlag => {
      const rule = content.rules.find(({ id }) => id === rule_id);
      return flagOf(rule_id, rule, isCurrent(rule_id) ? (rule?.outcome ?? outcome) : outcome, isCurrent(rule_id));
    }),
    ...current
      .filter(({ id }) => !once.some(({ rule_id }) => rule_id === id))
      .map((rule) => flagOf(rule.id, rule, rule.outcome, true)),
  ];
  const answers = answerSummary(open, visit.answers).flatMap((line) => {
    const origin = origins.get(line.questionid);
    return origin ? [{ ...line, ...origin }] : [];
  });
  return { answers, flags, unanswered };
}

const flagOf = (ruleid: string, rule: Rule | undefined, outcome: Rule["outcome"], current: boolean): VisitFlag => ({
  ruleid,
  outcome,
  title: rule?.title ?? ruleid,
  note: rule?.note ?? "",
  questionids: rule ? [...new Set(referencesOf(rule.when).questions)] : [],
  scope: rule?.scope ?? "visit",
  current,
});
