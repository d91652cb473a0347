import { limits } from "#contract/constants.ts";
import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { ApiError, type Failure, isApiError, networkError, readProblem, unexpectedResponse } from "./api-error.ts";
import { requestUrl, requestBody, type Call, type CallOptions, type RequestInput, type Send } from "./request.ts";
import type { SessionStore } from "./session/session.ts";
import { signInAgainPath } from "./session/token-refresh.ts";

/** No response, or a server failure: worth a retry. A refusal is not. */
export const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.code === "network" || error.status >= 500);

/** Retries once after 3 s × attempt (spec §7, §9). */
async function withRetry<T>(run: () => Promise<T>, wait: (ms: number) => Promise<void>, retries: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt > retries || !isRetryable(error)) throw error;
      await wait(limits.apiRetryDelayMs * attempt);
    }
  }
}

/** What a client depends on; tests pass their own. */
export interface ClientServices {
  readonly send: Send;
  readonly wait: (ms: number) => Promise<void>;
  readonly session: SessionStore;
  /** Renews an expired token; null when the session is over. */
  readonly refresh: (expired: string) => Promise<string | null>;
  readonly headers: (endpoint: Endpoint) => Record<string, string>;
  readonly newKey: () => string;
  readonly report: (error: ApiError, endpoint: Endpoint) => void;
  readonly goTo: (path: string) => void;
  /** Checks a response against the contract and throws when it doesn't match (development and tests); null trusts the server. */
  readonly checkResponse: ((endpoint: Endpoint, body: unknown) => Promise<unknown>) | null;
}

/** What ends a session here; the sentences beside the codes are for the specification's own clients (§8). */
const sessionOver: readonly Failure[] = ["invalid_token", "session_ended"];

export function createClient(services: ClientServices): Call {
  async function sendOnce(
    endpoint: Endpoint,
    input: RequestInput,
    options: CallOptions,
    key: string | null,
    renewed?: string,
  ): Promise<unknown> {
    const bearer = renewed ?? bearerToken(endpoint, options, services.session);
    const response = await sendRequest(endpoint, input, options, key, bearer);
    if (response.ok) return readResponse(endpoint, response, services.checkResponse);
    const error = await readProblem(response);
    if (bearer === null || error.status !== 401) throw error;
    if (error.code === "token_expired" && renewed === undefined && options.renew !== false) {
      const token = await services.refresh(bearer);
      if (token === null) throw error;
      return sendOnce(endpoint, input, options, key, token);
    }
    endSession(error, options);
    throw error;
  }

  async function sendRequest(
    endpoint: Endpoint,
    input: RequestInput,
    options: CallOptions,
    key: string | null,
    bearer: string | null,
  ) {
    const { body, type } = requestBody(endpoint, input);
    const headers = {
      accept: typeof endpoint.ok === "string" ? `${endpoint.ok}, application/json` : "application/json",
      ...services.headers(endpoint),
      ...(type && { "content-type": type }),
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(key !== null && { "idempotency-key": key }),
    };
    const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) init.body = body;
    if (options.signal) init.signal = options.signal;
    try {
      return await (options.send ?? services.send)(requestUrl(endpoint, input), init);
    } catch (cause) {
      options.signal?.throwIfAborted();
      throw networkError(cause);
    }
  }

  function endSession(error: ApiError, options: CallOptions) {
    if (error.code === "api_key_required") services.session.clear();
    if (!sessionOver.includes(error.code)) return;
    const signInAt = options.signInAt ?? signInAgainPath(services.session.get().token);
    services.session.clear();
    services.goTo(signInAt);
  }

  return async (endpoint, input, options = {}) => {
    const key = endpoint.idempotency ? (options.key ?? services.newKey()) : null;
    const retries = endpoint.retry === false || options.retry === false ? 0 : limits.apiRetries;
    try {
      return (await withRetry(
        () => sendOnce(endpoint, input as RequestInput, options, key),
        services.wait,
        retries,
      )) as Output<typeof endpoint>;
    } catch (error) {
      if (isApiError(error) && !options.silent) services.report(error, endpoint);
      throw error;
    }
  };
}

function bearerToken(endpoint: Endpoint, options: CallOptions, session: SessionStore): string | null {
  if (endpoint.access.caller === "public" || endpoint.access.caller === "clinic") return null;
  session.sync();
  return options.token ?? session.get().token;
}

async function readResponse(
  endpoint: Endpoint,
  response: Response,
  check: ClientServices["checkResponse"],
): Promise<unknown> {
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
