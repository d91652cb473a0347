import type { ErrorCode, FieldIssue, Problem } from "#contract/http/errors.ts";
import { defaultStatusText, failureText, networkErrorText } from "#contract/http/status-texts.ts";

export type Failure = ErrorCode | "network" | "unexpected_reply";

/** A call that did not succeed; `message` is what the patient is shown (spec §8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: Failure;
  readonly details: Problem["details"];
  /** Id of the request in the server's log. */
  readonly requestId: string | null;
  /** Seconds to wait before another attempt (429). */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    init: {
      status: number;
      code: Failure;
      details?: Problem["details"];
      requestId?: string | null;
      retryAfter?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.details = init.details;
    this.requestId = init.requestId ?? null;
    this.retryAfter = init.retryAfter ?? null;
  }

  /** Issues with single fields, by dotted path. */
  get fields(): readonly FieldIssue[] {
    return this.details?.fields ?? [];
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/**
 * Nobody can say whether the server did it: no answer, a server that broke off, an answer that can't be read, the same request still being worked on, or a
 * bank that has to be asked.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === "in_flight" ||
  error.code === "payment_action" ||
  (error.code === "unexpected_reply" && error.status < 300);

/** A refusal of what the call asks. One of the session, or for haste, came before it, and says nothing about an earlier try. */
export const isRefusalOfCall = (error: unknown): boolean =>
  isApiError(error) && !isOutcomeUnknown(error) && [400, 402, 404, 409, 410, 413, 415, 422].includes(error.status);

/** No response: offline, cut off, refused. */
export const networkError = (cause?: unknown): ApiError =>
  new ApiError(networkErrorText, { status: 0, code: "network", cause });

/** A response that does not match the contract. */
export const unexpectedResponse = (status: number, requestId: string | null, cause?: unknown): ApiError =>
  new ApiError(defaultStatusText, { status, code: "unexpected_reply", requestId, cause });

/** Heading over that text: the practice is away for a moment, or `otherwise`. */
export const errorTitle = (error: unknown, otherwise: string): string =>
  isApiError(error) && error.status === 503 ? "We'll be right back" : otherwise;

/** Text to show for anything thrown. */
export function errorMessage(error: unknown): string {
  if (isApiError(error)) return error.message;
  return error instanceof Error && error.name === "ChunkLoadError" ? networkErrorText : defaultStatusText;
}

/** Whether a failure without a code of ours may be a proxy's, which has words of its own. */
const mayBeProxys = (status: number): boolean => status >= 500 || status === 413 || status === 429;

/** Reads a response outside 2xx: the server's message, else the text of its status (spec §8). */
export async function readProblem(response: Response): Promise<ApiError> {
  const body: Partial<Problem> = await response.json().then(
    (json: unknown) => (typeof json === "object" && json !== null ? (json as Partial<Problem>) : {}),
    () => ({}),
  );
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  return new ApiError(
    (!body.code && mayBeProxys(response.status) ? "" : body.message) || failureText(response.status),
    {
      status: response.status,
      code: body.code ?? "unexpected_reply",
      details: body.details,
      requestId: response.headers.get("x-request-id"),
      retryAfter: Number.isFinite(retryAfterSeconds) && retryAfterSeconds > 0 ? retryAfterSeconds : null,
    },
  );
}
