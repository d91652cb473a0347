import type { ErrorCode, FieldIssue, Problem } from "#contract/http/errors.ts";
import { defaultStatusText, networkErrorText, statusTexts } from "#contract/http/status-texts.ts";

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

/** No response: offline, cut off, refused. */
export const networkError = (cause?: unknown): ApiError =>
  new ApiError(networkErrorText, { status: 0, code: "network", cause });

/** A response that does not match the contract. */
export const unexpectedResponse = (status: number, requestId: string | null, cause?: unknown): ApiError =>
  new ApiError(defaultStatusText, { status, code: "unexpected_reply", requestId, cause });

/** The text of a failed response: the server's message, else the status text, else the default (spec §8). */
function errorText(status: number, message: unknown): string {
  if (typeof message === "string" && message !== "") return message;
  return statusTexts[status] ?? defaultStatusText;
}

/** Heading over that text: the practice is away for a moment, or `otherwise`. */
export const errorTitle = (error: unknown, otherwise: string): string =>
  isApiError(error) && error.status === 503 ? "We'll be right back" : otherwise;

/** Text to show for anything thrown. */
export function errorMessage(error: unknown): string {
  if (isApiError(error)) return error.message;
  return error instanceof Error && error.name === "ChunkLoadError" ? networkErrorText : defaultStatusText;
}

/** Reads a response outside 2xx. */
export async function readProblem(response: Response): Promise<ApiError> {
  const body: Partial<Problem> = await response.json().then(
    (json: unknown) => (typeof json === "object" && json !== null ? (json as Partial<Problem>) : {}),
    () => ({}),
  );
  const retryAfterSeconds = Number(response.headers.get("retry-after"));
  return new ApiError(errorText(response.status, body.message), {
    status: response.status,
    code: body.code ?? "unexpected_reply",
    details: body.details,
    requestId: response.headers.get("x-request-id"),
    retryAfter: Number.isFinite(retryAfterSeconds) && retryAfterSeconds > 0 ? retryAfterSeconds : null,
  });
}
