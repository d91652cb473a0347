import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { Field, type FieldProps, controlClassName } from "./field.tsx";

/** One line of text; takes every input prop, so `{...register("city")}` works. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  ...input
}: Omit<ComponentProps<"input">, keyof FieldProps> & FieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => <input type="text" {...input} {...control} className={cx(controlClassName)} />}
    </Field>
  );
}
