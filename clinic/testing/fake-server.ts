import * as z from "zod/mini";
import { createStaffClient, type SessionGate } from "#clinic/api/client.ts";
import type { ErrorCode } from "#contract/http/errors.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { errorMessage, errorStatus } from "#contract/http/errors.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}
/** An answer's body, a refusal by its code, or none at all. */
export type FakeAnswer = object | { readonly refused: ErrorCode; readonly details?: object } | "no answer";

/** The session call answers with the session or null in an envelope, and refuses nobody. */
function enveloped(url: string, answer: FakeAnswer | undefined): FakeAnswer | undefined {
  if (!url.endsWith(staffSessionCalls.session.path) || typeof answer !== "object") return answer;
  return { session: "refused" in answer ? null : answer };
}

/** A client whose server gives these answers one after another; what it was sent is in `sent`. Answers that the contract doesn't know fail. */
export function fakeServer(answers: readonly FakeAnswer[], gate: Partial<SessionGate> = {}) {
  const sent: SentRequest[] = [];
  const remaining = [...answers];
  const waits: number[] = [];
  const settings = { gate };
  let keys = 0;
  const call = createStaffClient({
    send: (url, init) => {
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      sent.push({ method: String(init.method), url, headers: new Headers(init.headers), body });
      const answer = enveloped(url, remaining.shift());
      if (answer === undefined || answer === "no answer") return Promise.reject(new TypeError("Failed to fetch"));
      if (!("refused" in answer)) return Promise.resolve(Response.json(answer));
      const code = answer.refused as ErrorCode;
      const details = "details" in answer ? { details: answer.details } : {};
      return Promise.resolve(
        Response.json({ code, message: errorMessage(code), ...details }, { status: errorStatus(code) }),
      );
    },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    newKey: () => `key-${++keys}`,
    gate: {
      unlocked: () => settings.gate.unlocked?.() ?? Promise.resolve(false),
      proved: () => settings.gate.proved?.() ?? Promise.resolve(false),
      reasonGiven: (patientId) => settings.gate.reasonGiven?.(patientId) ?? Promise.resolve(false),
      emergencySeen: (open) => settings.gate.emergencySeen?.(open) ?? Promise.resolve(false),
      askAgain: () => settings.gate.askAgain?.(),
      ended: () => settings.gate.ended?.(),
    },
    syncClock: () => {},
    checkResponse: (endpoint, body) =>
      Promise.resolve(typeof endpoint.ok === "string" ? body : z.parse(endpoint.ok, body)),
  });
  return { call, sent, waits, answerNext: (answer: FakeAnswer) => void remaining.push(answer), settings };
}
