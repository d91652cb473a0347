import { appendFileSync } from "node:fs";
import type { Endpoint } from "#contract/http/endpoint.ts";

const coverageFile = process.env["CALL_COVERAGE_FILE"];

/** Records that a test made this call with this outcome; the run fails for calls that are never made or never refused. */
export function recordCallCoverage(call: Endpoint, status: number): void {
  if (coverageFile) appendFileSync(coverageFile, `${call.method} ${call.base ?? "default"} ${call.path} ${status}\n`);
}
