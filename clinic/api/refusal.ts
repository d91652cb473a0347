import { ApiError, errorMessage, isApiError } from "#app/api/api-error.ts";
import type { ErrorCode } from "#contract/http/errors.ts";

/** The same refusal with the field it is about, so that a form shows it there. */
export function refusalAt(error: unknown, fields: Partial<Readonly<Record<ErrorCode, string>>>): unknown {
  if (!isApiError(error)) return error;
  const path = (fields as Readonly<Record<string, string | undefined>>)[error.code];
  if (path === undefined) return error;
  const { status, code, requestId } = error;
  const details = { fields: [{ path, message: errorMessage(error) }] };
  return new ApiError(error.message, { status, code, details, requestId, cause: error });
}
