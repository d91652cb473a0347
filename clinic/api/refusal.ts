import { ApiError, errorMessage, isApiError } from "#app/api/api-error.ts";
import type { ErrorCode } from "#contract/http/errors.ts";

/** The same refusal, said at the field it is about, so that a form shows it there. */
export function refusalAt(error: unknown, fields: Partial<Readonly<Record<ErrorCode, string>>>): unknown {
  if (!isApiError(error)) return error;
  const path = (fields as Readonly<Record<string, string | undefined>>)[error.code];
  if (path === undefined) return error;
  const { status, code, requestId } = error;
  const details = { fields: [{ path, message: errorMessage(error) }] };
  return new ApiError(error.message, { status, code, details, requestId, cause: error });
}

/** Nobody can say whether the server did it: no answer, a server that broke off, an answer that can't be read, or the same press still being worked on. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !isApiError(error) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === "in_flight" ||
  (error.code === "unexpected_reply" && error.status < 300);
