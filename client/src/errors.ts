import type { CallName, Calls } from "./calls.ts";

/** A field that was not accepted; `path` has dots: `answers.0.answer`. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

export interface Problem<Code extends string = string> {
  readonly message: string;
  readonly code: Code;
  readonly details?: { readonly fields?: readonly FieldIssue[]; readonly [key: string]: unknown };
}

/** The practice's server refused a call; `code` is one of those the call declares. Narrow it with `isRefusal(error, "shipOrder")`. */
export class Refusal<N extends CallName = CallName> extends Error {
  override readonly name = "Refusal";
  readonly call: N;
  readonly status: number;
  readonly code: Calls[N]["code"];
  readonly details: Problem["details"];
  /** Seconds to wait before the call may be repeated, of a 429 or 503. */
  readonly retryAfter: number | undefined;
  /** Of the answer's header `x-request-id`, for whoever looks into the server's log. */
  readonly requestId: string | undefined;
  /** The `Idempotency-Key` it was sent with: after a 429, a 503 or `in_flight`, an earlier attempt may have been carried out, so keep it. */
  readonly key: string | undefined;

  constructor(call: N, response: Response, problem: Problem<Calls[N]["code"]>, key?: string) {
    super(problem.message);
    this.call = call;
    this.status = response.status;
    this.code = problem.code;
    this.details = problem.details;
    this.retryAfter = retryAfterOf(response);
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    this.key = key;
  }
}

/**
 * Nobody of the practice's server answered: the connection failed, it took too long, or something in between answered. Whether the call was carried
 * out is unknown. Make it again with the same `key`.
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly call: CallName;
  /** The `Idempotency-Key` it was sent with; undefined for a call that takes none and may simply be repeated. */
  readonly key: string | undefined;
  /** Status of an answer that is not the server's own. */
  readonly status: number | undefined;

  constructor(call: CallName, key: string | undefined, cause?: unknown, status?: number) {
    super(status === undefined ? `No answer to ${call}` : `${status} to ${call}, not from the practice's server`, {
      cause,
    });
    this.call = call;
    this.key = key;
    this.status = status;
  }
}

/** Whether an error is a refusal, of any call or of the one named; then its `code` is one of that call's. */
export function isRefusal<N extends CallName = CallName>(error: unknown, call?: N): error is Refusal<N> {
  return error instanceof Refusal && (call === undefined || error.call === call);
}

/** Seconds of a `Retry-After`, which is a number or a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
