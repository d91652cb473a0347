import * as z from "zod/mini";
import { speakPlainly } from "#contract/complaints.ts";
import { type FieldErrors, firstOf } from "./form-errors.ts";

speakPlainly();

export type Checked<T> =
  | { readonly values: T; readonly errors: null }
  | { readonly values: null; readonly errors: FieldErrors };

/** Checks `values` with a schema of the contract. */
export function checkForm<T>(schema: z.ZodMiniType<T>, values: unknown): Checked<T> {
  const result = z.safeParse(schema, values);
  if (result.success) return { values: result.data, errors: null };
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  return { values: null, errors: firstOf(issues) };
}
