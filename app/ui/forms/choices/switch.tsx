import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../../cx.ts";
import css from "./switch.module.css";

/** An on/off switch that applies at once, without submitting. `hint` explains what on means. */
export function Switch({
  label,
  hint,
  className,
  ...input
}: Omit<ComponentProps<"input">, "type" | "role" | "id"> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <div className={cx(css["switch"], className)}>
      <div className={css["words"]}>
        <label htmlFor={id} className={css["label"]}>
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className={css["hint"]}>
            {hint}
          </div>
        )}
      </div>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is on
        role="switch"
        id={id}
        className={css["box"]}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
    </div>
  );
}
