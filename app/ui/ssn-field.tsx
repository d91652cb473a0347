import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { formatSsn, reformat } from "./digits.ts";
import { Field, type FieldProps, controlClass, controlRowClass, endButtonClass, withEndClass } from "./field.tsx";
import css from "./ssn-field.module.css";

/** A social security number, value "123-45-6789", hidden on screen until asked for. Not a password input: browsers
    would offer to keep it. */
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
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, hideLabel, id, className }} required={input.required}>
      {(control) => (
        <span className={controlRowClass}>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore=""
            data-lpignore="true"
            className={cx(controlClass, withEndClass, css["ssn"], !shown && css["masked"])}
            onChange={(event) => {
              reformat(event.target, formatSsn);
              onChange?.(event);
            }}
          />
          <button
            type="button"
            className={endButtonClass}
            aria-controls={control.id}
            aria-label={shown ? "Hide number" : "Show number"}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </span>
      )}
    </Field>
  );
}
