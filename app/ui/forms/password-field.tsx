import { type ComponentProps, useState } from "react";
import { cx } from "../cx.ts";
import {
  Field,
  type FieldProps,
  controlClassName,
  controlRowClassName,
  endButtonClassName,
  withEndClassName,
} from "./field.tsx";

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
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field {...{ label, hint, error, hideLabel, id, className }} required={input.required}>
      {(control) => (
        <span className={controlRowClassName}>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isVisible ? "text" : "password"}
            className={cx(controlClassName, withEndClassName)}
          />
          <button
            type="button"
            className={endButtonClassName}
            aria-controls={control.id}
            aria-label={isVisible ? "Hide password" : "Show password"}
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
