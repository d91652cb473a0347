import { type ComponentProps, useState } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "./auth-page.module.css";
import { emailProblem, plainEmail } from "#contract/fields/email-pattern.ts";

/** An e-mail field; neutral when empty, an invalid e-mail is reported on blur (spec §5). */
export function EmailField({
  error,
  onBlur,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "type" | "name" | "label"> & { label?: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const problemOf = (value: string) => (value.trim() === "" ? null : emailProblem(plainEmail(value)));
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
      error={error ?? problem ?? undefined}
      onBlur={(event) => {
        setProblem(problemOf(event.target.value));
        onBlur?.(event);
      }}
      onChange={(event) => {
        if (problem !== null) setProblem(problemOf(event.target.value));
        onChange?.(event);
      }}
    />
  );
}
