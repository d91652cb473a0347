/**
 * Allow-list of the fields an error report keeps in plain text, with their maximum length in characters. The patient's id and email of the
 * record in spec §3 are not in it: they are sealed.
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
 * The part of a browser's error that is kept: allowed fields only, truncated, with addresses and numbers removed. Null when there is
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

/** When the error happened, which may be long before it was reported; an invalid date is dropped. */
function createdAtField(value: string | number): [string, string][] {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? [] : [["created_at", moment.toISOString()]];
}

/** Id of a request of ours, which leads to the server's log line. It is random, so it says nothing about a patient. */
const logIdPattern = /(?<=Log ID: )([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\b/i;

/** Keeps log ids; removes URL queries, email addresses, quoted texts, tokens, other ids and runs of digits. */
const redactText = (text: string): string =>
  text
    .slice(0, 4000)
    .split(logIdPattern)
    .map((part, index) => (index % 2 === 0 ? maskText(part) : part))
    .join("")
    .trim();

/** A run of letters and digits longer than any word: a key, a token, a digest. */
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
