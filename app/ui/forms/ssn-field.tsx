import { type ComponentProps, useState } from "react";
import { cx } from "../cx.ts";
import { formatSsn, reformatInput } from "./digits.ts";
import {
  Field,
  type FieldProps,
  controlClassName,
  controlRowClassName,
  endButtonClassName,
  withEndClassName,
} from "./field.tsx";
import css from "./ssn-field.module.css";

/** A social security number, value "123-45-6789", masked unless shown. Not a password input: browsers would offer to save it. */
export function SsnField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  onChange,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps | "type"> & FieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field {...{ label, hint, error, hideLabel, id, className }} required={input.required}>
      {(control) => (
        <span className={controlRowClassName}>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore=""
            data-lpignore="true"
            className={cx(controlClassName, withEndClassName, css["ssn"], !isVisible && css["masked"])}
            onChange={(event) => {
              reformatInput(event.target, formatSsn);
              onChange?.(event);
            }}
          />
          <button
            type="button"
            className={endButtonClassName}
            aria-controls={control.id}
            aria-label={isVisible ? "Hide number" : "Show number"}
            disabled={input.disabled}
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? "Hide" : "Show"}
          </button>
        </span>
      )}
    </Field>
  );
}
