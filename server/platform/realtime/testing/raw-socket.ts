import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Requests an upgrade over a plain socket; returns the connection, paused, and the first data received. */
export async function upgradeRawSocket(
  port: number,
  path = "/socket/?EIO=4&transport=websocket",
  headers: readonly string[] = [],
): Promise<{ socket: Socket; answer: string }> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  const lines = [
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    ...headers,
  ];
  socket.write([`GET ${path} HTTP/1.1`, ...lines, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""].join("\r\n"));
  const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
  socket.pause();
  return { socket, answer };
}

/** Reads until the connection has ended; returns everything received. */
export async function readToEnd(socket: Socket): Promise<string> {
  let received = "";
  socket.on("data", (data) => (received += String(data))).resume();
  if (!socket.closed) await once(socket, "close");
  return received;
}

const opcodes = { text: 0x81, unfinished: 0x01, continued: 0x00, ping: 0x89, pong: 0x8a };

/** A masked frame, as browsers send it. */
export function frame(text: string, kind: keyof typeof opcodes = "text"): Buffer {
  const body = Buffer.from(text);
  const size = body.length < 126 ? [0x80 | body.length] : [0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([opcodes[kind], ...size]), Buffer.alloc(4), body]);
}
