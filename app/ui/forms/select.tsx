import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { Field, type FieldProps, controlClassName, controlRowClassName } from "./field.tsx";
import { ChevronDownIcon } from "../brand/base-icons.tsx";
import css from "./select.module.css";

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined };

/** The native select. `placeholder` is a first option with an empty value. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  options,
  placeholder,
  ...select
}: Omit<ComponentProps<"select">, keyof FieldProps | "children"> &
  FieldProps & { options: readonly SelectOption[]; placeholder?: string | undefined }) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => (
        <span className={cx(controlRowClassName, css["row"])}>
          <select {...select} {...control} className={cx(controlClassName, css["select"])}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon />
        </span>
      )}
    </Field>
  );
}
