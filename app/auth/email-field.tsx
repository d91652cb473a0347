import { type ComponentProps, useState } from "react";
import { TextField } from "#app/ui/text-field.tsx";
import { emailHint, emailPattern } from "#contract/email.ts";

/** An e-mail; empty is neutral, another form than an e-mail's is said when she leaves the field (spec §5). */
export function EmailField({
  error,
  onBlur,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "type" | "name" | "label"> & { label?: string }) {
  const [wrong, setWrong] = useState(false);
  const isWrong = (value: string) => value.trim() !== "" && !emailPattern.test(value.trim());
  return (
    <TextField
      label="Email"
      {...rest}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error ?? (wrong ? emailHint : undefined)}
      onBlur={(event) => {
        setWrong(isWrong(event.target.value));
        onBlur?.(event);
      }}
      onChange={(event) => {
        if (wrong) setWrong(isWrong(event.target.value));
        onChange?.(event);
      }}
    />
  );
}
