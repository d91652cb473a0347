import { type ReactNode, useId } from "react";
import css from "./field.module.css";
import { cx } from "../cx.ts";
import { WarningIcon } from "../brand/base-icons.tsx";

/** Props of every form component. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Keep the label for assistive technology only. */
  hideLabel?: boolean | undefined;
  /** What the label says of the field. Most fields have to be filled in and say nothing; the asterisk is for the forms the specification marks (§5). */
  mark?: "required" | "optional" | undefined;
};

type Control = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** Label, hint and error around one control: `<Field label="City">{(control) => <input {...control} />}</Field>` */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  mark,
  id,
  className,
  children,
}: FieldProps & {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}) {
  const { controlId, hintId, errorId, describedBy } = useFieldIds(id, hint, error);
  return (
    <div className={cx(css["field"], className)}>
      <label className={labelClass(mark, hideLabel)} htmlFor={controlId}>
        {label}
        {mark === "optional" && <Optional />}
      </label>
      {hint && <Hint id={hintId}>{hint}</Hint>}
      {children({ id: controlId, "aria-describedby": describedBy, "aria-invalid": error ? true : undefined })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The same around a group of controls, as a fieldset; `radios` makes it a radio group. */
export function FieldGroup({
  label,
  hint,
  error,
  hideLabel = false,
  mark,
  id,
  required = false,
  radios = false,
  className,
  children,
}: FieldProps & {
  id?: string | undefined;
  required?: boolean | undefined;
  radios?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { controlId, hintId, errorId, describedBy } = useFieldIds(id, hint, error);
  return (
    <fieldset
      id={controlId}
      className={cx(css["field"], className)}
      aria-describedby={describedBy}
      {...(radios && { role: "radiogroup", "aria-required": required, "aria-invalid": Boolean(error) })}
    >
      <legend className={labelClass(mark, hideLabel)}>
        {label}
        {mark === "optional" && <Optional />}
      </legend>
      {hint && <Hint id={hintId}>{hint}</Hint>}
      {children}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}

const labelClass = (mark: FieldProps["mark"], hidden: boolean) =>
  cx(css["label"], mark === "required" && css["required"], hidden && "visually-hidden");

const Optional = () => <span className={css["optional"]}> (optional)</span>;

function useFieldIds(id: string | undefined, hint: ReactNode, error: string | undefined) {
  const own = useId();
  const controlId = id ?? own;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return { controlId, hintId, errorId, describedBy };
}

export function Hint({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={css["hint"]}>
      {children}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className={css["error"]}>
      <WarningIcon />
      <span>{children}</span>
    </p>
  );
}

/** The look of a text control, shared by inputs, selects and text areas. */
export const controlClassName = css["control"];
export const withEndClassName = css["withEnd"];
export const endButtonClassName = css["endButton"];
export const controlRowClassName = css["row"];
