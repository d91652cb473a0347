import { setTimeout as pause } from "node:timers/promises";
import { type Answer, ask, connectionsOf } from "../outside/ask.ts";
import type { SystemReports } from "../outside/outside.ts";
import { type IdentityCheck, ssnDigits } from "./identity-check.ts";
import { readVendor, type VendorAnswer } from "./vendor-answers.ts";

export interface VendorSettings {
  /** Takes a JSON POST of `{ ssn, firstname, lastname, birthday }` and answers `{ result }`. */
  readonly url: string;
  /** Sent as bearer token. */
  readonly token: string;
}

export interface VendorTimes {
  /** How long one answer may take. */
  readonly answerMs: number;
  /** How long the patient waits, in all. */
  readonly waitMs: number;
  /** The pauses before it is asked again what may pass. */
  readonly pausesMs: readonly number[];
}

const usualTimes: VendorTimes = { answerMs: 10_000, waitMs: 15_000, pausesMs: [250, 1000] };
/** An answer is a few dozen bytes. */
const maxAnswerBytes = 16 * 1024;
/** Patients who wait for the vendor at once; more wait for one of these, within their time. */
const mostConnections = 20;

/** Asks a vendor over HTTPS (plain HTTP on this machine only), a few times where that may help. */
export function vendorIdentityCheck(
  settings: VendorSettings,
  reports: SystemReports<Exclude<VendorAnswer, "unknown">>,
  times: VendorTimes = usualTimes,
): IdentityCheck {
  requireEncryption(settings.url);
  const connections = connectionsOf(mostConnections);
  return {
    async match({ ssn, firstname, lastname, birthday }) {
      const digits = ssnDigits(ssn);
      if (digits === undefined) return "no_match";
      const body = JSON.stringify({ ssn: digits, firstname, lastname, birthday });
      const until = performance.now() + times.waitMs;
      for (let attempt = 0; ; attempt += 1) {
        const timeoutMs = Math.min(times.answerMs, Math.max(1, until - performance.now()));
        const answer = await ask(settings.url, { ...vendorRequest(settings, body), timeoutMs, connections });
        const read = readVendor(answer);
        if ("result" in read) {
          reports.worked();
          return read.result;
        }
        const { means } = reports.failed(read.failed, codeOf(answer));
        const pauseMs = times.pausesMs[attempt];
        if (means === "ours" || pauseMs === undefined || performance.now() + pauseMs >= until) return "unavailable";
        await pause(pauseMs);
      }
    },
    async works() {
      const { failed, code } = await askAboutNobody(settings, times.answerMs);
      if (failed === null) reports.worked();
      else reports.failed(failed, code);
      return failed === null;
    },
  };
}

const vendorRequest = ({ token }: VendorSettings, body: string) => ({
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" },
  body,
  maxBytes: maxAnswerBytes,
});

/**
 * Asks with an empty object and the token. Whoever reads the token first refuses a wrong one, and whoever speaks the contract then refuses the body (400 or
 * 422) or has a result; both show that a real request would be read.
 */
export async function askAboutNobody(
  settings: VendorSettings,
  timeoutMs: number,
): Promise<{ readonly failed: VendorAnswer | null; readonly code: string }> {
  const answer = await ask(settings.url, { ...vendorRequest(settings, "{}"), timeoutMs, connections: false });
  const read = readVendor(answer);
  const works = "result" in read || ("status" in answer && [400, 422].includes(answer.status));
  return { failed: works ? null : read.failed, code: codeOf(answer) };
}

/** What the log may have of an answer: never its text, which may repeat the number. */
const codeOf = (answer: Answer): string =>
  "error" in answer ? ((answer.cause as NodeJS.ErrnoException).code ?? answer.error) : String(answer.status);

function requireEncryption(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    throw new Error("The identity vendor must be reached by https");
}
