import * as z from "zod/mini";

/**
 * The message for a value whose schema has no message of its own. A patient may read it, so it never names a type, a field or a rule of the schema;
 * it depends on what is wrong.
 */
export function validationMessageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return missing(issue.input) ? "Please fill this in." : fallbackMessage;
    case "invalid_value":
      return missing(issue.input) ? "Please choose one." : "Please choose one of the options shown.";
    case "too_small":
      return atLeast(issue);
    case "too_big":
      return atMost(issue);
    case "not_multiple_of":
      return "Please enter a whole number.";
    case "unrecognized_keys":
      return `Please leave out ${issue.keys.map((key) => `“${key}”`).join(", ")}.`;
    default:
      return fallbackMessage;
  }
}

const fallbackMessage = "Please check this.";
const missing = (value: unknown) => value === undefined || value === null || value === "";

function atLeast({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === "string") return minimum === 1 ? "Please fill this in." : `Please use at least ${minimum} characters.`;
  if (origin === "array") return minimum === 1 ? "Please choose at least one." : `Please choose at least ${minimum}.`;
  return `Please enter ${minimum} or more.`;
}

function atMost({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === "string") return `Please use ${maximum} characters or fewer.`;
  if (origin === "array") return `Please choose up to ${maximum}.`;
  return `Please enter ${maximum} or less.`;
}

/** Makes every schema use `validationMessageOf` instead of the library's own messages. Messages of a schema take precedence. */
export const installPlainValidationMessages = (): void => void z.config({ localeError: validationMessageOf });
