import { useId } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { RecordFlag } from "#contract/care/patients.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { PlanItem as Item } from "#contract/treatment/plan.ts";
import css from "../case.module.css";
import { Directions, Refills } from "#clinic/care/prescription-fields.tsx";
import type { Choice } from "./decision.ts";
import type { Prescribed } from "./prescribed.ts";
import type { ReplacementOption } from "#clinic/care/replacements.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";

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

/** One requested product: what it costs, what the rules say about it, and what is decided. */
export function PlanItem({
  item,
  line,
  rules,
  choice,
  replacements,
  prescribed,
  problem,
  disabled,
  onChange,
  onPrescribe,
}: {
  item: Item;
  line: Order["detail"][number] | undefined;
  rules: readonly RecordFlag[];
  choice: Choice;
  replacements: readonly ReplacementOption[];
  /** What the decision prescribes of it; null: nothing. */
  prescribed: Prescribed | null;
  problem: string | undefined;
  disabled: boolean;
  onChange: (choice: Choice) => void;
  onPrescribe: (written: Partial<Pick<Prescribed, "directions" | "refills">>) => void;
}) {
  const name = useId();
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
      <RuleList rules={rules} label={`Rules raised by ${item.name}`} />
      <fieldset className={css["choices"]} disabled={disabled}>
        <legend className="visually-hidden">{item.name}</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={choice.kind === kind}
              onChange={() => onChange(choiceOfKind(kind, choice))}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice.kind === "replace" && (
        <>
          <Select
            label="Prescribe instead"
            placeholder="Choose a strength or form"
            value={choice.pricingid ? `${choice.productid} ${choice.pricingid}` : ""}
            options={replacements.map(({ value, label }) => ({ value, label }))}
            disabled={disabled}
            onChange={({ target }) => {
              const chosen = replacements.find(({ value }) => value === target.value);
              onChange({ ...choice, productid: chosen?.productid ?? "", pricingid: chosen?.pricingid ?? "" });
            }}
          />
          <label className={css["check"]}>
            <input
              type="checkbox"
              checked={choice.despitewarning}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...choice, despitewarning: target.checked })}
            />
            Prescribe it even if a rule asks to weigh it. The reason says why.
          </label>
        </>
      )}
      {"reason" in choice && (
        <Textarea
          label="Reason"
          hint="The patient reads it."
          rows={2}
          value={choice.reason}
          maxLength={2000}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...choice, reason: target.value })}
        />
      )}
      {choice.kind === "later" && (
        <TextField
          label="First day"
          type="date"
          value={choice.day}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...choice, day: target.value })}
        />
      )}
      {prescribed && (
        <div className={css["prescribed"]}>
          <p className={css["quiet"]}>
            Prescribed: <b>{prescribed.name}</b>, {prescribed.quantity} a fill
          </p>
          <Directions
            of={prescribed.name}
            mark={undefined}
            value={prescribed.directions}
            disabled={disabled}
            onWrite={(directions) => onPrescribe({ directions })}
          />
          <Refills
            mark={undefined}
            hint="After the first fill."
            value={prescribed.refills}
            disabled={disabled}
            onWrite={(refills) => onPrescribe({ refills })}
          />
        </div>
      )}
      {problem && (
        <p className={css["problem"]} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
