import { useId } from "react";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { shortCents } from "#app/formats/money.ts";
import type { PlanPricing } from "./plan-pricings.ts";
import css from "./days-supply-switch.module.css";

/** How much of the whole plan comes at a time, and what the longer supply saves. */
export function DaysSupplySwitch({
  pricings,
  months,
  onChange,
}: {
  pricings: readonly PlanPricing[];
  /** Null where the products of the plan come in different supplies. */
  months: number | null;
  onChange: (months: number) => void;
}) {
  const name = useId();
  return (
    <FieldGroup radios label="How much at a time" hideLabel>
      <div className={css["switch"]}>
        {pricings.map(({ months: each, label, cents, savedCents }) => (
          <label key={each} className={css["supply"]}>
            <input type="radio" name={name} value={each} checked={each === months} onChange={() => onChange(each)} />
            <span>
              <strong>{label}</strong>: {shortCents(cents)}
            </span>
            {savedCents > 0 && <span className={css["saved"]}>saves {shortCents(savedCents)}</span>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
