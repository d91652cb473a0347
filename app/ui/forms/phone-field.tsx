import type { ComponentProps } from "react";
import { formatPhone, reformatInput } from "./digits.ts";
import type { FieldProps } from "./field.tsx";
import { TextField } from "./text-field.tsx";

/** A US phone number; the value is "415-555-0123". A `defaultValue` should contain the dashes. */
export function PhoneField({
  onChange,
  ...rest
}: Omit<ComponentProps<"input">, keyof FieldProps | "type"> & FieldProps) {
  return (
    <TextField
      autoComplete="tel-national"
      placeholder="555-555-5555"
      {...rest}
      type="tel"
      inputMode="tel"
      onChange={(event) => {
        reformatInput(event.target, formatPhone);
        onChange?.(event);
      }}
    />
  );
}
