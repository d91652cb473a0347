import type { FieldIssue } from "#contract/http/errors.ts";

export interface MappedIssues {
  /** First issue of each known field, in the form's field order. */
  readonly fields: readonly { readonly name: string; readonly message: string }[];
  /** Issues with nothing the form shows. */
  readonly unmatched: readonly string[];
}

/**
 * Maps the server's field issues onto the fields of a form. `nameOf` turns a path of the body (`answers.0.answer`) into a field name; by default a
 * path is its own name, and a nested one belongs to its last known part.
 */
export function mapIssues(
  issues: readonly FieldIssue[],
  names: readonly string[],
  fieldName: (path: string) => string | undefined = (path) => path,
): MappedIssues {
  const found = new Map<string, string>();
  const unmatched: string[] = [];
  for (const { path, message } of issues) {
    const name = [fieldName(path), path.split(".").at(-1)].find((each) => each !== undefined && names.includes(each));
    if (name === undefined) unmatched.push(message);
    else if (!found.has(name)) found.set(name, message);
  }
  const fields = names.flatMap((name) => {
    const message = found.get(name);
    return message === undefined ? [] : [{ name, message }];
  });
  return { fields, unmatched };
}
