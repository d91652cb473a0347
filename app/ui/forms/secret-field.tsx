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

/** A line hidden unless shown: a password, for which `autoComplete` is given ("current-password" or "new-password"), or the
    `noun` of something else with `maskClassName`, which is no password input because browsers would offer to save it. */
export function SecretField({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  noun = "password",
  maskClassName,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps | "type"> &
  FieldProps & { noun?: string | undefined; maskClassName?: string | undefined }) {
  const [isVisible, setIsVisible] = useState(false);
  const action = isVisible ? "Hide" : "Show";
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => (
        <span className={controlRowClassName}>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isVisible || maskClassName ? "text" : "password"}
            className={cx(controlClassName, withEndClassName, !isVisible && maskClassName)}
          />
          <button
            type="button"
            className={endButtonClassName}
            aria-controls={control.id}
            aria-label={`${action} ${noun}`}
            disabled={input.disabled}
            onClick={() => setIsVisible(!isVisible)}
          >
            {action}
          </button>
        </span>
      )}
    </Field>
  );
}
