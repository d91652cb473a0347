import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError } from "fastify";
import { errorMessage, type Problem } from "#contract/http/errors.ts";

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
