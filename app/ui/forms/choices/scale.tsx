import { type ChangeEvent, type ComponentProps, useId } from "react";
import { cx } from "../../cx.ts";
import { FieldGroup, type FieldProps } from "../field.tsx";
import css from "./scale.module.css";

/** A row of numbered radios from `min` to `max` with words at both ends, or one word each in `labels`
    (0–4 bother: `labels={["Not at all", …]}`), of words alone when `compact`. Use `register`, or `value` (null = none)
    and `onValueChange`. */
export function Scale({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  min = 0,
  max = 4,
  labels,
  compact = false,
  minLabel,
  maxLabel,
  value,
  defaultValue,
  onValueChange,
  onChange,
  name,
  required,
  ref,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps | "type" | "value" | "defaultValue" | "min" | "max"> &
  FieldProps & {
    min?: number | undefined;
    max?: number | undefined;
    labels?: readonly string[] | undefined;
    /** Only the words, side by side. */
    compact?: boolean | undefined;
    minLabel?: string | undefined;
    maxLabel?: string | undefined;
    value?: number | null | undefined;
    defaultValue?: number | undefined;
    onValueChange?: ((value: number) => void) | undefined;
  }) {
  const ownName = useId();
  const layout = compact ? "words" : labels ? "worded" : "numbered";
  const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  // A form that has one registered radio focuses it on an error; `register` has to be given to all of them.
  const stop = value === undefined ? undefined : Math.max(0, steps.indexOf(value ?? min));
  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event);
    onValueChange?.(Number(event.target.value));
  }
  function accessibleLabel(step: number) {
    if (compact) return undefined;
    if (step === min && minLabel) return `${step}, ${minLabel}`;
    if (step === max && maxLabel) return `${step}, ${maxLabel}`;
    return undefined;
  }
  return (
    <FieldGroup radios {...{ label, hint, error, hideLabel, mark, id, required, className }}>
      <div className={cx(css[layout], error && css["invalid"])} data-steps={steps.length}>
        {steps.map((step, index) => (
          <label key={step} className={css["step"]}>
            <input
              {...input}
              ref={stop === undefined || stop === index ? ref : undefined}
              type="radio"
              className={css["input"]}
              name={name ?? ownName}
              value={step}
              required={required}
              aria-label={accessibleLabel(step)}
              onChange={change}
              {...(value !== undefined && { checked: value === step })}
              {...(defaultValue !== undefined && { defaultChecked: defaultValue === step })}
            />
            {!compact && <span className={css["number"]}>{step}</span>}
            {labels && <span className={css["word"]}>{labels[index]}</span>}
          </label>
        ))}
      </div>
      {(minLabel || maxLabel) && !labels && (
        <div className={css["ends"]} aria-hidden="true">
          <span>{minLabel}</span>
          <span>{maxLabel}</span>
        </div>
      )}
    </FieldGroup>
  );
}
