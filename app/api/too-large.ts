import { networkErrorText } from "#contract/http/status-texts.ts";
import { ApiError, isApiError } from "./api-error.ts";

const smaller = "Take a photo or a screenshot of it and send that, or send fewer pages at a time.";
const tooLargeText = `This file is too large to send here. ${smaller}`;

/** Proxies with their usual settings take no more than this; many hang up amid the sending instead of answering. */
const usualLimit = 1024 * 1024;

/**
 * The failure of a file that was sent, with what to do about its size: a proxy in front of the server refused it in words of its own, or hung up. Other
 * failures stay as they are.
 */
export function failureOfUpload(error: unknown, bytes: number): unknown {
  if (!isApiError(error)) return error;
  const { status, code, details, requestId, retryAfter } = error;
  const text =
    status === 413 && code === "unexpected_reply"
      ? tooLargeText
      : code === "network" && bytes > usualLimit
        ? `${networkErrorText}. If it happens again, this file may be too large. ${smaller}`
        : null;
  return text === null ? error : new ApiError(text, { status, code, details, requestId, retryAfter, cause: error });
}
