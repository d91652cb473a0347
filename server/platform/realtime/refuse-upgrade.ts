import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Refusal } from "../refusal.ts";

/** Answers an upgrade request with a refusal, in the shape of calls, and ends the connection. */
export function refuseUpgrade(socket: Duplex, { status, problem, options: { retryAfterSeconds } }: Refusal): void {
  const body = JSON.stringify(problem);
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
