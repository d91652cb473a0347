import { useQuery } from "@tanstack/react-query";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { Section } from "#clinic/ui/page.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import css from "../case.module.css";
import { choiceOf, type Decision, withChoice } from "./decision.ts";
import { orderToDecide } from "./order-to-decide.ts";
import { PlanItem } from "./plan-item.tsx";
import { groupRules } from "../evidence/raised-rules.ts";
import { type ReplacementOption, replacementsFor } from "#clinic/care/replacements.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";

/** What can be prescribed instead of each requested product. */
export function useReplacements(record: PatientRecord): (productid: string) => readonly ReplacementOption[] {
  const catalogue = useQuery({ ...queryOf(catalogueCalls.products, {}), staleTime: 5 * 60_000 });
  const lines = orderToDecide(record)?.detail ?? [];
  return (productid) => {
    const pricingid = lines.find((line) => line.productid === productid)?.pricingid ?? null;
    return replacementsFor({ productid, pricingid }, catalogue.data?.items ?? []);
  };
}

/** The requested products and what is decided about each, with the note the patient reads. */
export function Plan({
  record,
  decision,
  locked,
  problems,
  replacements,
  onChange,
}: {
  record: PatientRecord;
  decision: Decision;
  locked: boolean;
  problems: Readonly<Record<string, string>>;
  replacements: (productid: string) => readonly ReplacementOption[];
  onChange: (change: Partial<Decision>) => void;
}) {
  const rules = groupRules(record.flags ?? []);
  const lines = orderToDecide(record)?.detail ?? [];
  const requested = record.requested ?? [];
  return (
    <div className={css["plan"]}>
      <Section title="Plan">
        <RuleList rules={rules.ofVisit.filter(({ level }) => level === "stop")} label="Rules about the whole visit" />
        {requested.length === 0 && <p className={css["quiet"]}>Nothing was requested.</p>}
        <ul className={css["items"]}>
          {requested.map((item) => (
            <PlanItem
              key={item.productid}
              item={item}
              line={lines.find(({ productid }) => productid === item.productid)}
              rules={rules.ofProduct(item.productid)}
              choice={choiceOf(decision, item.productid)}
              replacements={replacements(item.productid)}
              problem={problems[item.productid]}
              disabled={locked}
              onChange={(choice) => onChange({ choices: withChoice(decision, item.productid, choice).choices })}
            />
          ))}
        </ul>
        {record.planstatus === "in_review" && (
          <Textarea
            id="case-note"
            label="Note"
            hint="The patient reads it with the approval."
            rows={3}
            maxLength={2000}
            value={decision.note}
            disabled={locked}
            onChange={({ target }) => onChange({ note: target.value })}
          />
        )}
      </Section>
    </div>
  );
}
