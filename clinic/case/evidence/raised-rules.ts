import { bySeverity } from "#clinic/care/rule-severity.ts";
import type { PatientRecord, RecordFlag } from "#contract/care/patients.ts";

const rank = { stop: 0, clinician: 1, info: 2 } as const;

export interface RaisedRules {
  readonly ofProduct: (productid: string) => readonly RecordFlag[];
  /** About the visit as a whole, or about a product that isn't requested any more. */
  readonly ofVisit: readonly RecordFlag[];
  /** Raised once, by answers that were changed since. */
  readonly past: readonly RecordFlag[];
}

/** What the rules raised, by what it is about. */
export function groupRules(flags: readonly RecordFlag[]): RaisedRules {
  const current = bySeverity(flags.filter((each) => each.current));
  return {
    ofProduct: (productid) => current.filter(({ productids }) => productids?.includes(productid)),
    ofVisit: current.filter(({ productids }) => productids === null || productids.length === 0),
    past: bySeverity(flags.filter((each) => !each.current)),
  };
}

type Answer = NonNullable<PatientRecord["answers"]>[number];

export interface AnswerRow {
  readonly answer: Answer;
  readonly rules: readonly RecordFlag[];
  /** Given after the moment the rest is compared with. */
  readonly changed: boolean;
}

/** Answers beside the rules they raised: those with a rule first, the most severe before, then the others as they were asked. */
export function answerRows(
  answers: readonly Answer[],
  flags: readonly RecordFlag[],
  changedSince: string | null,
): { readonly raising: readonly AnswerRow[]; readonly others: readonly AnswerRow[] } {
  const current = bySeverity(flags.filter((each) => each.current));
  const rows = answers.map((answer) => ({
    answer,
    rules: current.filter(({ questionids }) => questionids.includes(answer.questionid)),
    changed: changedSince !== null && Date.parse(answer.at) > Date.parse(changedSince),
  }));
  const severity = ({ rules }: AnswerRow) => rank[rules[0]?.level ?? "info"];
  return {
    raising: rows.filter(({ rules }) => rules.length > 0).toSorted((a, b) => severity(a) - severity(b)),
    others: rows.filter(({ rules }) => rules.length === 0),
  };
}

/** Rules that no answer stands beside: they look at the age or at what was chosen. */
export const rulesWithoutAnswer = (answers: readonly Answer[], flags: readonly RecordFlag[]): readonly RecordFlag[] =>
  bySeverity(flags).filter(
    ({ current, questionids }) => current && !answers.some(({ questionid }) => questionids.includes(questionid)),
  );
