import type { FieldIssue } from "#contract/http/errors.ts";

/** First issue of each field, by name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Text fields of a form as a plain object. */
export const formValues = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** First issue of each path. */
export function firstErrors(issues: readonly FieldIssue[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}

/** Splits issues into those of fields this form shows and the rest, which go to its alert. */
export function splitErrors(
  errors: FieldErrors,
  names: readonly string[],
): { fields: FieldErrors; formError: string | null } {
  const entries = Object.entries(errors);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    formError: entries.find(([name]) => !names.includes(name))?.[1] ?? null,
  };
}
