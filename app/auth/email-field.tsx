import { type ComponentProps, useState } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "./auth-page.module.css";
import { emailHint, emailPattern } from "#contract/fields/email-pattern.ts";

/** An e-mail field; neutral when empty, an invalid e-mail is reported on blur (spec §5). */
export function EmailField({
  error,
  onBlur,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "type" | "name" | "label"> & { label?: string }) {
  const [invalid, setInvalid] = useState(false);
  const isInvalid = (value: string) => value.trim() !== "" && !emailPattern.test(value.trim());
  return (
    <TextField
      label="Email"
      className={css["email"]}
      {...rest}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error ?? (invalid ? emailHint : undefined)}
      onBlur={(event) => {
        setInvalid(isInvalid(event.target.value));
        onBlur?.(event);
      }}
      onChange={(event) => {
        if (invalid) setInvalid(isInvalid(event.target.value));
        onChange?.(event);
      }}
    />
  );
}
