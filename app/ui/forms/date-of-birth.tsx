import { type Ref, useState } from "react";
import { cx } from "../cx.ts";
import css from "./date-of-birth.module.css";
import { FieldGroup, type FieldProps, controlClassName } from "./field.tsx";

/**
 * Month, day and year; the value is "YYYY-MM-DD", "" while anything is missing. An impossible date is passed on for the form's rules to refuse. Works
 * as `<Controller render={({ field }) => <DateOfBirth {...field} … />}>`.
 */
export function DateOfBirth({
  label = "Date of birth",
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  ref,
  required,
  disabled,
}: Partial<FieldProps> & {
  id?: string | undefined;
  className?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}) {
  const [dateParts, setDateParts] = useState(() => split(value || defaultValue));
  // Typed parts stay on screen; a value set from outside (a restored form) wins when it is an entirely different date.
  const shown = value && value !== join(dateParts) ? split(value) : dateParts;

  function set(part: keyof DateParts, typed: string) {
    const next = { ...shown, [part]: typed.replace(/\D/g, "").slice(0, part === "year" ? 4 : 2) };
    setDateParts(next);
    onChange?.(join(next));
  }

  return (
    <FieldGroup {...{ label, hint, error, hideLabel, mark, id, required, className }}>
      <div
        className={css["parts"]}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
        }}
      >
        {fields.map((field, index) => (
          <label key={field.part} className={css["part"]}>
            <span className={css["name"]}>{field.label}</span>
            <input
              ref={index === 0 ? ref : undefined}
              className={cx(controlClassName, css["input"])}
              name={name && `${name}-${field.part}`}
              inputMode="numeric"
              autoComplete={`bday-${field.part}`}
              placeholder={field.placeholder}
              maxLength={field.placeholder.length}
              value={shown[field.part]}
              required={required}
              disabled={disabled}
              aria-invalid={error ? true : undefined}
              onChange={(event) => set(field.part, event.target.value)}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

type DateParts = { year: string; month: string; day: string };

const fields = [
  { part: "month", label: "Month", placeholder: "MM" },
  { part: "day", label: "Day", placeholder: "DD" },
  { part: "year", label: "Year", placeholder: "YYYY" },
] as const;

function split(date: string | undefined): DateParts {
  const [year = "", month = "", day = ""] = (date ?? "").split("-");
  return { year, month, day };
}

function join({ year, month, day }: DateParts): string {
  return year.length === 4 && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
}
