import { limits } from "#contract/constants.ts";
import type { Endpoint, Output } from "#contract/endpoint.ts";
import { ApiError, isApiError, networkError, readProblem, unexpectedReply } from "./api-error.ts";
import { addressOf, bodyOf, type CallInput, type Parts } from "./request.ts";
import { withRetry } from "./retry.ts";
import type { SessionStore } from "./session.ts";

export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  /** One key per thing she meant to do; leave out for a fresh one. Every repeat of the call uses the same. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Bearer to use instead of the session's. */
  readonly token?: string;
  readonly retry?: false;
  /** An expired token is an error: this call renews it. */
  readonly renew?: false;
  /** Where an invalid session leads; `/login?expired=true` when left out. */
  readonly signInAt?: string;
  /** Not reported to the server when it fails. */
  readonly silent?: boolean;
  /** Other way to send, such as one that reports the progress of an upload. */
  readonly send?: Send;
}

/** What a client works with; tests pass their own. */
export interface ClientParts {
  readonly send: Send;
  readonly wait: (ms: number) => Promise<void>;
  readonly session: SessionStore;
  /** A new token for an expired one, or null when the session is over. */
  readonly refresh: (expired: string) => Promise<string | null>;
  readonly headers: (endpoint: Endpoint) => Record<string, string>;
  readonly newKey: () => string;
  readonly report: (error: ApiError, endpoint: Endpoint) => void;
  readonly goTo: (path: string) => void;
  /** Holds a reply against the contract and throws when it breaks it (development and tests); null trusts the server. */
  readonly checkReply: ((endpoint: Endpoint, reply: unknown) => Promise<unknown>) | null;
}

/** Makes one call of the contract. Throws `ApiError`, or the abort reason of `signal`. */
export type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) => Promise<Output<E>>;

const expiredTexts: readonly string[] = ["The incoming token has expired", "Expired token"];
const overTexts: readonly string[] = ["Invalid token", "Your session has expired. Please log in again."];
export const sessionOverPath = "/login?expired=true";

export function createClient(parts: ClientParts): Call {
  async function once(
    endpoint: Endpoint,
    input: Parts,
    options: CallOptions,
    key: string | null,
    renewed?: string,
  ): Promise<unknown> {
    const bearer = renewed ?? bearerFor(endpoint, options, parts.session);
    const response = await ask(endpoint, input, options, key, bearer);
    if (response.ok) return readReply(endpoint, response, parts.checkReply);
    const error = await readProblem(response);
    if (bearer === null || error.status !== 401) throw error;
    if (expiredTexts.includes(error.message) && renewed === undefined && options.renew !== false) {
      const token = await parts.refresh(bearer);
      if (token === null) throw error;
      return once(endpoint, input, options, key, token);
    }
    endSession(error, options);
    throw error;
  }

  async function ask(
    endpoint: Endpoint,
    input: Parts,
    options: CallOptions,
    key: string | null,
    bearer: string | null,
  ) {
    const { body, type } = bodyOf(endpoint, input);
    const headers = {
      accept: typeof endpoint.ok === "string" ? `${endpoint.ok}, application/json` : "application/json",
      ...parts.headers(endpoint),
      ...(type && { "content-type": type }),
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(key !== null && { "idempotency-key": key }),
    };
    const init: RequestInit = { method: endpoint.method, headers, credentials: "same-origin", cache: "no-store" };
    if (body !== undefined) init.body = body;
    if (options.signal) init.signal = options.signal;
    try {
      return await (options.send ?? parts.send)(addressOf(endpoint, input), init);
    } catch (cause) {
      options.signal?.throwIfAborted();
      throw networkError(cause);
    }
  }

  function endSession(error: ApiError, options: CallOptions) {
    if (error.message === "Unauthorized request") parts.session.clear();
    if (!overTexts.includes(error.message)) return;
    parts.session.clear();
    parts.goTo(options.signInAt ?? sessionOverPath);
  }

  return async (endpoint, input, options = {}) => {
    const key = endpoint.idempotency ? (options.key ?? parts.newKey()) : null;
    const retries = endpoint.retry === false || options.retry === false ? 0 : limits.apiRetries;
    try {
      return (await withRetry(() => once(endpoint, input as Parts, options, key), parts.wait, retries)) as Output<
        typeof endpoint
      >;
    } catch (error) {
      if (isApiError(error) && !options.silent) parts.report(error, endpoint);
      throw error;
    }
  };
}

function bearerFor(endpoint: Endpoint, options: CallOptions, session: SessionStore): string | null {
  if (endpoint.auth === "public" || endpoint.auth === "clinic") return null;
  session.sync();
  return options.token ?? session.get().token;
}

async function readReply(endpoint: Endpoint, response: Response, check: ClientParts["checkReply"]): Promise<unknown> {
  const cutOff = (cause: unknown) => Promise.reject(networkError(cause));
  if (typeof endpoint.ok === "string") return response.blob().catch(cutOff);
  const text = await response.text().catch(cutOff);
  try {
    const reply: unknown = JSON.parse(text);
    return check === null ? reply : await check(endpoint, reply);
  } catch (cause) {
    throw unexpectedReply(response.status, response.headers.get("x-request-id"), cause);
  }
}
