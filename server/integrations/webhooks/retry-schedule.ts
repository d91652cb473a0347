import type { SendResult } from "./send.ts";
import { webhookAnswer } from "./webhook-answers.ts";

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** The waits between the ten attempts of a delivery: about three days in all. */
const waitsMs = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 20 * hour, 34 * hour];

/** How long an endpoint that nothing reaches is left alone, by how often in a row. */
const pausesMs = [5 * second, 30 * second, 2 * minute, 5 * minute, 10 * minute];
/** The longest wait an endpoint can ask for. */
const maxRetryAfterMs = hour;
/** After so long without anything accepted, an endpoint is disabled. */
export const disableAfterMs = 72 * hour;
/** After so long the practice is mailed. */
export const alarmAfterMs = hour;

/**
 * What an attempt means. `accepted`: any 2xx. `refused`: the endpoint works and did not take this event (a redirect is a refusal, too). `down`: nothing
 * would be taken now, or what answers speaks another protocol. `gone`: 410, it asks for no more.
 */
export type Outcome = "accepted" | "refused" | "down" | "gone";

export function outcomeOf(result: SendResult): Outcome {
  const answer = webhookAnswer(result);
  if (answer === null) return "accepted";
  if (answer === "gone") return "gone";
  return answer === "refused_event" ? "refused" : "down";
}

/** When a delivery is tried again after this many attempts; null: no more. Spread by a tenth, so that failures of one moment do not come back as one. */
export function nextAttemptAt(attempts: number, now: Date, random: () => number = Math.random): Date | null {
  const wait = waitsMs[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * (0.9 + 0.2 * random()));
}

/** Until when an endpoint is left alone after so many failures in a row; at least as long as it asked for. */
export function resumeAt(
  failures: number,
  retryAfterSeconds: number | null,
  now: Date,
  random: () => number = Math.random,
): Date {
  const pause = (pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0) * (0.9 + 0.2 * random());
  return new Date(now.getTime() + Math.max(pause, Math.min((retryAfterSeconds ?? 0) * second, maxRetryAfterMs)));
}
