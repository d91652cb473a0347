import { useId } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { PlanItem as Item } from "#contract/treatment/plan.ts";
import css from "../case.module.css";
import { Directions, Refills } from "#clinic/care/prescription-fields.tsx";
import { groupRules } from "../evidence/raised-rules.ts";
import type { CaseDecision } from "./use-case-decision.ts";
import { type Choice, choiceOf, withChoice, withPrescribed } from "./decision.ts";
import { orderToDecide } from "../evidence/order-to-decide.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

const kinds: readonly (readonly [Choice["kind"], string])[] = [
  ["approve", "Approve"],
  ["leave_out", "Leave out"],
  ["replace", "Replace"],
  ["later", "Begins later"],
];

/** The choice of that kind, with the reason that was written for another one. */
function choiceOfKind(kind: Choice["kind"], before: Choice): Choice {
  const reason = "reason" in before ? before.reason : "";
  if (kind === "leave_out") return { kind, reason };
  if (kind === "replace") return { kind, reason, productid: "", pricingid: "", despitewarning: false };
  return kind === "later" ? { kind, day: "" } : { kind };
}

interface ItemProps {
  readonly item: Item;
  readonly decision: CaseDecision;
  readonly disabled: boolean;
}

/** One requested product: what it costs, what the rules say about it, and what is decided. */
export function PlanItem({ item, decision, disabled }: ItemProps) {
  const name = useId();
  const { record, draft, act, change } = decision;
  const { productid } = item;
  const line = orderToDecide(record)?.detail.find((each) => each.productid === productid);
  const choice = choiceOf(draft.value, productid);
  const choose = (next: Choice) => change(withChoice(draft.value, productid, next));
  const problem = act.fieldError(productid);
  return (
    <li className={css["item"]} data-choice={choice.kind}>
      <div className={css["itemhead"]}>
        <h3>
          {item.name} <span className={css["dose"]}>{item.dosage}</span>
        </h3>
        {line && (
          <p className={css["price"]}>
            <b>{formatDollars(line.price)}</b> {line.dayssupply} days{line.quantity > 1 && `, ${line.quantity} ×`}
          </p>
        )}
      </div>
      {!item.prescription && <p className={css["quiet"]}>No prescription needed</p>}
      <RuleList rules={groupRules(record.flags ?? []).ofProduct(productid)} label={`Rules raised by ${item.name}`} />
      <fieldset className={css["choices"]} disabled={disabled}>
        <legend className="visually-hidden">{item.name}</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={choice.kind === kind}
              onChange={() => choose(choiceOfKind(kind, choice))}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <ChoiceFields choice={choice} options={decision.replacements(productid)} disabled={disabled} onChoose={choose} />
      <PrescribedFields item={item} decision={decision} disabled={disabled} />
      {problem && (
        <p className={css["problem"]} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

/** What a choice asks for: what to prescribe instead, the reason the patient reads, the first day. */
function ChoiceFields({
  choice,
  options,
  disabled,
  onChoose,
}: {
  choice: Choice;
  options: ReturnType<CaseDecision["replacements"]>;
  disabled: boolean;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <>
      {choice.kind === "replace" && (
        <>
          <Select
            label="Prescribe instead"
            placeholder="Choose a strength or form"
            value={choice.pricingid ? `${choice.productid} ${choice.pricingid}` : ""}
            options={options.map(({ value, label }) => ({ value, label }))}
            disabled={disabled}
            onChange={({ target }) => {
              const { productid = "", pricingid = "" } = options.find(({ value }) => value === target.value) ?? {};
              onChoose({ ...choice, productid, pricingid });
            }}
          />
          <label className={css["check"]}>
            <input
              type="checkbox"
              checked={choice.despitewarning}
              disabled={disabled}
              onChange={({ target }) => onChoose({ ...choice, despitewarning: target.checked })}
            />
            Prescribe it even if a rule asks to weigh it. The reason says why.
          </label>
        </>
      )}
      {"reason" in choice && (
        <CountedTextarea
          label="Reason"
          hint="The patient reads it."
          rows={2}
          value={choice.reason}
          limit={2000}
          disabled={disabled}
          onChange={({ target }) => onChoose({ ...choice, reason: target.value })}
        />
      )}
      {choice.kind === "later" && (
        <TextField
          label="First day"
          type="date"
          value={choice.day}
          disabled={disabled}
          onChange={({ target }) => onChoose({ ...choice, day: target.value })}
        />
      )}
    </>
  );
}

/** What the decision prescribes of it; nothing where it prescribes nothing of it. */
function PrescribedFields({ item, decision: { record, draft, prescribed, change }, disabled }: ItemProps) {
  const of = record.planstatus === "in_review" ? prescribed(draft.value, item) : null;
  if (of === null) return null;
  return (
    <div className={css["prescribed"]}>
      <p className={css["quiet"]}>
        Prescribed: <b>{of.name}</b>, {of.quantity} a fill
      </p>
      <Directions
        of={of.name}
        mark={undefined}
        value={of.directions}
        disabled={disabled}
        onWrite={(directions) => change(withPrescribed(draft.value, item.productid, { directions }))}
      />
      <Refills
        mark={undefined}
        hint="After the first fill."
        value={of.refills}
        disabled={disabled}
        onWrite={(refills) => change(withPrescribed(draft.value, item.productid, { refills }))}
      />
    </div>
  );
}
