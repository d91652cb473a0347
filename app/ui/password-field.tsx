import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldProps, controlClass, controlRowClass, endButtonClass, withEndClass } from "./field.tsx";

/** A password with a Show/Hide button. Give `autoComplete` ("current-password" or "new-password"). */
export function PasswordField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps | "type"> & FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, hideLabel, id, className }} required={input.required}>
      {(control) => (
        <span className={controlRowClass}>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            className={cx(controlClass, withEndClass)}
          />
          <button
            type="button"
            className={endButtonClass}
            aria-controls={control.id}
            aria-label={shown ? "Hide password" : "Show password"}
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
