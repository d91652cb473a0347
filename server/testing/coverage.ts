import { appendFileSync } from "node:fs";
import type { Endpoint } from "#contract/endpoint.ts";

const file = process.env["CALL_COVERAGE_FILE"];

/** Notes that a test made this call with this outcome; the run fails for calls nobody made, or nobody was refused on. */
export function noteCall(call: Endpoint, status: number): void {
  if (file) appendFileSync(file, `${call.method} ${call.base} ${call.path} ${status}\n`);
}
