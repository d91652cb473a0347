import type { PatientRecord, RecordFlag } from "#contract/care/patients.ts";
import type { Override } from "#contract/care/decision-fields.ts";
import { choiceOf, type Decision } from "./decision.ts";
import { groupRules } from "../evidence/raised-rules.ts";

/** What an approval goes against: rules that warn of what is prescribed, and questions whose rules couldn't run. Null: nothing, so it needs no reason. */
export interface Overridden {
  readonly rules: readonly RecordFlag[];
  readonly unanswered: readonly string[];
}

export function overriddenBy(record: PatientRecord, decision: Decision): Overridden | null {
  const { flags = [], unanswered = [], requested = [] } = record;
  const { ofVisit, ofProduct } = groupRules(flags);
  const prescribed = requested.filter(({ productid }) => choiceOf(decision, productid).kind !== "leave_out");
  const found = [...ofVisit, ...prescribed.flatMap(({ productid }) => ofProduct(productid))];
  const rules = [...new Set(found)].filter(({ level }) => level === "clinician");
  const open = decision.withoutanswers ? unanswered.map(({ question }) => question) : [];
  const despite = prescribed.some(({ productid }) => {
    const choice = choiceOf(decision, productid);
    return choice.kind === "replace" && choice.despitewarning;
  });
  return rules.length + open.length > 0 || despite ? { rules, unanswered: open } : null;
}

/** What the approval sends about it. */
export function overrideOf(record: PatientRecord, decision: Decision): { override: Override } | object {
  const overridden = overriddenBy(record, decision);
  if (!overridden) return {};
  const { rules, unanswered } = overridden;
  const override: Override = { rules: rules.map(({ ruleid }) => ruleid), reason: decision.overridereason.trim() };
  return { override: unanswered.length > 0 ? { ...override, withoutanswers: true } : override };
}
