import type { ComponentProps } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";

/** The six digits of an authenticator app, offered by the device where it knows them. A space may stand between them. */
export function AuthenticatorCodeField(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField label="Code of your authenticator app" autoComplete="one-time-code" inputMode="numeric" {...field} />
  );
}
