import { useId } from "react";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { type PlanSupply, shortCents } from "./plan-supplies.ts";
import css from "./supply-switch.module.css";

/** How much of the whole plan comes at a time, and what the longer supply saves. */
export function SupplySwitch({
  supplies,
  months,
  onChange,
}: {
  supplies: readonly PlanSupply[];
  /** Null where the products of the plan come in different supplies. */
  months: number | null;
  onChange: (months: number) => void;
}) {
  const name = useId();
  return (
    <FieldGroup radios label="How much at a time" hideLabel>
      <div className={css["switch"]}>
        {supplies.map(({ months: each, label, cents, savedCents }) => (
          <label key={each} className={css["supply"]}>
            <input type="radio" name={name} value={each} checked={each === months} onChange={() => onChange(each)} />
            <span className={css["days"]}>{label}</span>
            <span>
              {shortCents(cents)}
              {savedCents > 0 && <span className={css["saved"]}>, saves {shortCents(savedCents)}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
