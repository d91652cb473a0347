import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { FollowupDayField } from "#clinic/care/followup-day-field.tsx";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { Section } from "#clinic/ui/page.tsx";
import css from "../case.module.css";
import { groupRules } from "../evidence/raised-rules.ts";
import type { CaseDecision } from "./use-case-decision.ts";
import { PlanItem } from "./plan-item.tsx";

/** The requested products and what is decided about each, with the note the patient reads. */
export function Plan({ decision, locked }: { decision: CaseDecision; locked: boolean }) {
  const { record, draft, change } = decision;
  const ofVisit = groupRules(record.flags ?? []).ofVisit.filter(({ level }) => level === "stop");
  const requested = record.requested ?? [];
  return (
    <div className={css["plan"]}>
      <Section title="Plan">
        <RuleList rules={ofVisit} label="Rules about the whole visit" />
        {requested.length === 0 && <p className={css["quiet"]}>Nothing was requested.</p>}
        <ul className={css["items"]}>
          {requested.map((item) => (
            <PlanItem key={item.productid} item={item} decision={decision} disabled={locked} />
          ))}
        </ul>
        {record.planstatus === "in_review" && (
          <FollowupDayField
            value={draft.value.followupon}
            error={decision.act.fieldError("followupon")}
            disabled={locked}
            onWrite={(followupon) => change({ followupon })}
          />
        )}
        {record.planstatus === "in_review" && (
          <CountedTextarea
            id="case-note"
            label="Note"
            hint="The patient reads it with the approval."
            rows={3}
            limit={2000}
            value={draft.value.note}
            disabled={locked}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Section>
    </div>
  );
}
