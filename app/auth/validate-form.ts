import * as z from "zod/mini";
import { installPlainValidationMessages } from "#contract/fields/validation-messages.ts";
import { type FieldErrors, firstErrors } from "./form-errors.ts";

installPlainValidationMessages();

export type FormCheck<T> =
  | { readonly values: T; readonly errors: null }
  | { readonly values: null; readonly errors: FieldErrors };

/** Checks `values` with a schema of the contract. */
export function validateForm<T>(schema: z.ZodMiniType<T>, values: unknown): FormCheck<T> {
  const result = z.safeParse(schema, values);
  if (result.success) return { values: result.data, errors: null };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return { values: null, errors: firstErrors(issues) };
}
