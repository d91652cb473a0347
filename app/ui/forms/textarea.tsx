import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { Field, type FieldProps, controlClassName } from "./field.tsx";
import css from "./textarea.module.css";

/** A text area that grows with its text, from `rows` up. */
export function Textarea({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  rows = 4,
  ...textarea
}: Omit<ComponentProps<"textarea">, keyof FieldProps> & FieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => (
        <textarea rows={rows} {...textarea} {...control} className={cx(controlClassName, css["textarea"])} />
      )}
    </Field>
  );
}
