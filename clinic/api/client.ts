import { type ApiError, isApiError, networkError, readProblem, unexpectedResponse } from "#app/api/api-error.ts";
import { type CallInput, requestBody, type RequestInput, requestUrl } from "#app/api/request.ts";
import { failureOfUpload } from "#app/api/too-large.ts";
import { emergencySeenHeader, type Endpoint, type Output } from "#contract/http/endpoint.ts";

export interface StaffCallOptions {
  /** One key for one intent of the person; left out, a fresh one. Every attempt has the same. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Nobody asked for it, the page looks for news: it does not keep the session open. */
  readonly background?: boolean | undefined;
}

/** An emergency of the patient that a decision was refused for. What they told of is there for whoever may read it. */
export interface OpenEmergency {
  readonly id: string;
  readonly reportedat: string;
  readonly title?: string;
  readonly words?: string;
}

/** What the session does for a call that was refused because of it. */
export interface SessionGate {
  /** The session is locked. Resolves with true once the person has proved that it is them, with false when the session is over. */
  readonly unlocked: () => Promise<boolean>;
  /** A fresh proof is needed. Resolves with whether the person gave one. */
  readonly proved: () => Promise<boolean>;
  /** The record of this patient isn't the person's work. Resolves with whether they said why they need it. */
  readonly reasonGiven: (patientId: string) => Promise<boolean>;
  /** The patient has an open emergency. Resolves with whether the person has seen it and decides all the same. */
  readonly emergencySeen: (open: readonly OpenEmergency[]) => Promise<boolean>;
  /** Somebody who gave no reason may be asked again. */
  readonly askAgain: () => void;
  /** The session is over. */
  readonly ended: () => void;
}

/** What a client depends on; tests pass their own. */
export interface StaffClientServices {
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (ms: number) => Promise<void>;
  readonly newKey: () => string;
  readonly gate: SessionGate;
  /** Told of each answer's `x-server-time`. */
  readonly syncClock: (serverTime: string | null) => void;
  /** Checks an answer against the contract and throws when it doesn't match (development and tests); null trusts the server. */
  readonly checkResponse: ((endpoint: Endpoint, body: unknown) => Promise<unknown>) | null;
}

/** Makes one call of the contract. Throws `ApiError`, or the abort reason of `signal`. */
export type StaffCall = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: StaffCallOptions,
) => Promise<Output<E>>;

/** How long the one repeat of a call that got no answer waits. */
const retryDelayMs = 1000;
const gotNoAnswer = (error: ApiError) => error.code === "network" || error.status >= 502;
/** It can be repeated without a person who looks: it only reads, or carries a key. */
const isRepeatable = ({ method, retry, idempotency }: Endpoint) =>
  retry !== false && (method === "GET" || idempotency !== undefined);

/**
 * The staff app's calls: same origin, with the session's cookie, which no script can read. What the session refuses is settled here, once for the
 * whole app: the call waits for the lock screen, the proof or the reason, then is sent again with the same key, so nothing typed is lost.
 */
export function createStaffClient(services: StaffClientServices): StaffCall {
  async function sendOnce(
    endpoint: Endpoint,
    input: RequestInput,
    { key, seen }: { readonly key: string | null; readonly seen: readonly OpenEmergency[] },
    options: StaffCallOptions,
  ) {
    const { body, type } = requestBody(endpoint, input);
    const headers: Record<string, string> = {
      accept: typeof endpoint.ok === "string" ? `${endpoint.ok}, application/json` : "application/json",
    };
    if (type) headers["content-type"] = type;
    if (key !== null) headers["idempotency-key"] = key;
    if (seen.length > 0) headers[emergencySeenHeader] = seen.map(({ id }) => id).join(",");
    if (options.background) headers["x-background"] = "1";
    const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) init.body = body;
    if (options.signal) init.signal = options.signal;
    const response = await services.send(requestUrl(endpoint, input), init).catch((cause: unknown) => {
      options.signal?.throwIfAborted();
      throw networkError(cause);
    });
    services.syncClock(response.headers.get("x-server-time"));
    if (!response.ok) throw await readProblem(response);
    return readAnswer(endpoint, response, services.checkResponse);
  }

  return async (endpoint, input, options = {}) => {
    const key = endpoint.idempotency ? (options.key ?? services.newKey()) : null;
    let [repeats, unlocks, proofs, reasons] = [isRepeatable(endpoint) ? 1 : 0, 1, 1, 1];
    let seen: readonly OpenEmergency[] = [];
    for (;;) {
      options.signal?.throwIfAborted();
      try {
        return (await sendOnce(endpoint, input as RequestInput, { key, seen }, options)) as Output<typeof endpoint>;
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (gotNoAnswer(error) && repeats-- > 0) await services.wait(retryDelayMs);
        else if (error.code === "staff_session_locked" && unlocks-- > 0 && (await services.gate.unlocked())) continue;
        else if (error.code === "proof_required" && proofs-- > 0 && (await services.gate.proved())) continue;
        else if (
          error.code === "reason_required" &&
          reasons-- > 0 &&
          (await services.gate.reasonGiven(patientOf(error)))
        )
          continue;
        else if (error.code === "emergency_open" && (await services.gate.emergencySeen(openOf(error))))
          seen = openOf(error);
        else {
          if (error.code === "staff_session_ended") services.gate.ended();
          const { file } = input as RequestInput;
          throw file ? failureOfUpload(error, file.size) : error;
        }
      }
    }
  };
}

/** Whose record it is about. */
const patientOf = ({ details }: ApiError): string => String(details?.["patientid"]);

/** What the patient told of that is still open. */
const openOf = ({ details }: ApiError) => (details?.["emergencies"] ?? []) as readonly OpenEmergency[];

async function readAnswer(endpoint: Endpoint, response: Response, check: StaffClientServices["checkResponse"]) {
  const asNetworkError = (cause: unknown) => Promise.reject(networkError(cause));
  if (typeof endpoint.ok === "string") return response.blob().catch(asNetworkError);
  const text = await response.text().catch(asNetworkError);
  try {
    const body: unknown = JSON.parse(text);
    return check === null ? body : await check(endpoint, body);
  } catch (cause) {
    throw unexpectedResponse(response.status, response.headers.get("x-request-id"), cause);
  }
}
