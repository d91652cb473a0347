import { useQuery } from "@tanstack/react-query";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { Section } from "#clinic/ui/page.tsx";
import type { PatientRecord } from "#contract/care/patients.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import css from "../case.module.css";
import { choiceOf, type Decision, type PrescribedOf, withChoice, withPrescribed } from "./decision.ts";
import { prescribedOf } from "./prescribed.ts";
import { orderToDecide } from "./order-to-decide.ts";
import { PlanItem } from "./plan-item.tsx";
import { groupRules } from "../evidence/raised-rules.ts";
import { type ReplacementOption, replacementsFor } from "#clinic/care/replacements.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";

/** What can be prescribed instead of each requested product, and what is prescribed of it. */
export function usePrescribing(record: PatientRecord): {
  readonly replacements: (productid: string) => readonly ReplacementOption[];
  readonly prescribed: PrescribedOf;
  /** What is prescribed is known, or can't be read. */
  readonly ready: boolean;
} {
  const catalogue = useQuery({ ...queryOf(catalogueCalls.products, {}), staleTime: 5 * 60_000 });
  const products = catalogue.data?.items ?? [];
  const lines = orderToDecide(record)?.detail ?? [];
  return {
    replacements: (productid) => {
      const pricingid = lines.find((line) => line.productid === productid)?.pricingid ?? null;
      return replacementsFor({ productid, pricingid }, products);
    },
    prescribed: (decision, item) => prescribedOf(decision, item, lines, products),
    ready: !catalogue.isPending,
  };
}

/** The requested products and what is decided about each, with the note the patient reads. */
export function Plan({
  record,
  decision,
  locked,
  problems,
  replacements,
  prescribed,
  onChange,
}: {
  record: PatientRecord;
  decision: Decision;
  locked: boolean;
  problems: Readonly<Record<string, string>>;
  replacements: (productid: string) => readonly ReplacementOption[];
  prescribed: PrescribedOf;
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
              prescribed={record.planstatus === "in_review" ? prescribed(decision, item) : null}
              problem={problems[item.productid]}
              disabled={locked}
              onChange={(choice) => onChange(withChoice(decision, item.productid, choice))}
              onPrescribe={(written) => onChange(withPrescribed(decision, item.productid, written))}
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
