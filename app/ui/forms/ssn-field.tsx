import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { formatSsn, reformatInput } from "./digits.ts";
import { SecretField } from "./secret-field.tsx";
import css from "./ssn-field.module.css";

/** A social security number, value "123-45-6789", masked unless shown. */
export const SsnField = ({
  className,
  onChange,
  ...props
}: Omit<ComponentProps<typeof SecretField>, "noun" | "maskClassName">) => (
  <SecretField
    {...props}
    noun="number"
    className={cx(css["field"], className)}
    maskClassName={css["masked"]}
    inputMode="numeric"
    autoComplete="off"
    data-1p-ignore=""
    data-lpignore="true"
    onChange={(event) => {
      reformatInput(event.target, formatSsn);
      onChange?.(event);
    }}
  />
);
