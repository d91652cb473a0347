/** What an error report may carry (allow-list) and how many characters of it are kept. */
const reportFields = {
  event: 60,
  name: 60,
  code: 60,
  status: 10,
  method: 10,
  path: 120,
  step: 10,
  referring_step: 60,
  environment: 40,
  logid: 60,
  message: 300,
  error_log: 1000,
} as const;

export type Report = Readonly<Record<string, string>>;

/**
 * The report to keep of an error a browser sent: allowed fields only, cut, with addresses and numbers taken out. Null when there is
 * nothing to keep; a 400 is the patient's own input and never kept (spec §8).
 */
export function reportOf(error: unknown): Report | null {
  const given =
    typeof error === "object" && error !== null ? (error as Readonly<Record<string, unknown>>) : { message: error };
  if (Number(given["status"]) === 400) return null;
  const fields = Object.entries(reportFields).flatMap(([name, max]) => {
    const value = given[name];
    if (typeof value !== "string" && typeof value !== "number") return [];
    const text = withoutPersons(name === "path" ? (String(value).split(/[?#]/)[0] ?? "") : String(value)).slice(0, max);
    return text === "" ? [] : [[name, text]];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** Ids stay readable as such; e-mail addresses, quoted texts, tokens and runs of digits go. */
function withoutPersons(text: string): string {
  return text
    .slice(0, 4000)
    .replace(/[\p{Cc}]+/gu, " ")
    .replace(/\S+@\S+/g, "[address]")
    .replace(/\beyJ[\w.-]+/g, "[token]")
    .replace(/"[^"]*"|“[^”]*”|'[^']*'|`[^`]*`/g, "[text]")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "[id]")
    .replace(/\d(?:[\s().-]?\d){3,}/g, "[number]")
    .trim();
}
