import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyReply, ConnectionError } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { errorMessage, type Problem } from "#contract/http/errors.ts";
import { isDatabaseUnavailable } from "../database/availability.ts";
import { FilesUnavailable } from "../files/file-store.ts";
import { Refusal, type RefusedField } from "../refusal.ts";
import { type SentenceContent, sentence } from "../sentences.ts";

/** Sets status and headers of a refusal on the reply; returns its body. */
export function sendRefusal(content: SentenceContent, reply: FastifyReply, refusal: Refusal): string {
  reply.refusedWith = refusal.code;
  if (refusal.options.retryAfterSeconds) void reply.header("retry-after", String(refusal.options.retryAfterSeconds));
  void reply.code(refusal.status).type("application/json");
  return JSON.stringify(refusal.problem(content));
}

/** The refusal an error is answered with. */
export function toRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new Refusal("bad_request", { fields: fieldsOf(error.validation) });
  const { code = "", statusCode: status = 500 } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal("body_too_large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("unsupported_media");
  if (error instanceof FilesUnavailable)
    return new Refusal("unavailable", { message: sentence("requests.files_unavailable"), retryAfterSeconds: 30 });
  if (isDatabaseUnavailable(error)) return new Refusal("unavailable", { retryAfterSeconds: 5 });
  if (status >= 400 && status < 500) return new Refusal("malformed");
  return new Refusal("internal");
}

function fieldsOf(validation: readonly { instancePath?: string; message?: string }[]): RefusedField[] {
  return validation.map(({ instancePath, message }) => ({
    path: (instancePath ?? "").replace(/^\//, "").replaceAll("/", "."),
    message: message ?? sentence("requests.check_field"),
  }));
}

/** Answers an upgrade request with a refusal, in the shape of calls, and ends the connection. */
export function refuseUpgrade(content: SentenceContent, socket: Duplex, refusal: Refusal): void {
  const { status, options } = refusal;
  const { retryAfterSeconds } = options;
  const body = JSON.stringify(refusal.problem(content));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
  ];
  socket.once("finish", () => socket.destroy());
  socket.end([...head, "", body].join("\r\n"));
}

const statusOf: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** How long the client may take to read the answer, in milliseconds. */
const lingerMs = 1000;

/** Answers what cannot be parsed as a request, such as too large headers, in our error shape, and ends the connection. */
export function refuseMalformedRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const status = statusOf[error.code] ?? 400;
  const problem: Problem = { message: errorMessage("malformed"), code: "malformed" };
  const body = JSON.stringify(problem);
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-length: ${Buffer.byteLength(body)}`,
    "content-type: application/json; charset=utf-8",
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
  // Not at once: data still arriving would reset the connection before the answer is read.
  socket.setTimeout(lingerMs, () => socket.destroy());
}
