import { type ComponentProps, type ReactNode, useId } from "react";
import css from "./checkbox.module.css";
import { cx } from "../../cx.ts";
import { FieldError } from "../field.tsx";

/** One yes/no box. `label` may hold links (terms). */
export function Checkbox({
  label,
  hint,
  error,
  id,
  className,
  ...input
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode; error?: string | undefined }) {
  const own = useId();
  const boxId = id ?? own;
  const describedBy = [hint && `${boxId}-hint`, error && `${boxId}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx(css["checkbox"], className)}>
      <div className={css["row"]}>
        <input
          {...input}
          type="checkbox"
          id={boxId}
          className={css["box"]}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
        />
        <label htmlFor={boxId} className={css["label"]}>
          {label}
        </label>
      </div>
      {hint && (
        <div id={`${boxId}-hint`} className={css["hint"]}>
          {hint}
        </div>
      )}
      <FieldError id={`${boxId}-error`}>{error}</FieldError>
    </div>
  );
}
