/**
 * What an error report may carry readable (allow-list) and how many characters of it are kept. Of the record of spec §3 the patient's id and
 * e-mail are not among it: they are sealed.
 */
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
  created_at: 40,
  message: 300,
  error_log: 1000,
} as const;

export type ErrorReport = Readonly<Record<string, string>>;

/**
 * The report to keep of an error a browser sent: allowed fields only, cut, with addresses and numbers taken out. Null when there is
 * nothing to keep; a 400 is the patient's own input and never kept (spec §8).
 */
export function toErrorReport(error: unknown): ErrorReport | null {
  const input =
    typeof error === "object" && error !== null ? (error as Readonly<Record<string, unknown>>) : { message: error };
  if (Number(input["status"]) === 400) return null;
  const fields = Object.entries(reportFields).flatMap(([name, max]) => {
    const value = input[name];
    if (typeof value !== "string" && typeof value !== "number") return [];
    if (name === "created_at") return createdAtField(value);
    const text = redactText(String(value)).slice(0, max).toWellFormed();
    return text === "" ? [] : [[name, text]];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** When the browser met it, which may be long before it could say so; anything that is no moment goes. */
function createdAtField(value: string | number): [string, string][] {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? [] : [["created_at", moment.toISOString()]];
}

/** Id of a request of ours (random, so none of a patient), which leads to the line of the server's log. */
const logIdPattern = /(?<=Log ID: )([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\b/i;

/** Log ids stay; queries of addresses, e-mail addresses, quoted texts, tokens, other ids and runs of digits go. */
const redactText = (text: string): string =>
  text
    .slice(0, 4000)
    .split(logIdPattern)
    .map((part, index) => (index % 2 === 0 ? maskText(part) : part))
    .join("")
    .trim();

/** A run of letters and digits no word is as long as: a key, a token, a digest. */
const opaqueTokenPattern = /(?<![\w-])(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[a-z])[\w-]{20,}(?:[.~+/=][\w-]+)*=*/gi;

const maskText = (text: string): string =>
  text
    .replace(/[\p{Cc}]+/gu, " ")
    .replace(/[?#]\S*/g, "")
    .replace(/\S+(?:[@＠]|%(?:25)*40)\S+/gi, "[address]")
    .replace(/\beyJ[\w.-]+/g, "[token]")
    .replace(/\b(token|code|key|password|secret|session)=\S+/gi, "$1=[token]")
    .replace(/"[^"]*"|“[^”]*”|'[^']*'|`[^`]*`/g, "[text]")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "[id]")
    .replace(opaqueTokenPattern, "[token]")
    .replace(/\d(?:[\s().-]?\d){3,}/g, "[number]");
