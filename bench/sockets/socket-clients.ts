import { connect, type Socket } from "node:net";

/**
 * Many browsers in one process, as lightweight as possible so that they use little of the machine: WebSocket and socket.io by hand. Given the port
 * and the tokens, it replies when all are connected; on request, it reports when each message arrived.
 */
type ClientRequest = { readonly port: number; readonly tokens: readonly string[] } | "report";

/** Connections opened concurrently. */
const concurrency = 50;
const prefix = '42["message",{"id":"';
const received: [id: string, at: number][] = [];
let events = 0;

const now = () => performance.timeOrigin + performance.now();

process.on("message", (request: ClientRequest) => {
  if (request === "report") process.send?.({ received, events });
  else void openAll(request).then(() => process.send?.("connected"));
});

async function openAll({ port, tokens }: Exclude<ClientRequest, string>) {
  const left = tokens.values();
  const openRemaining = async () => {
    for (const token of left) await open(port, token);
  };
  await Promise.all(Array.from({ length: concurrency }, openRemaining));
}

function open(port: number, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setNoDelay(true);
  socket.on("error", reject).on("close", () => reject(new Error("A socket was closed.")));
  const lines = ["Host: localhost", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  socket.write(
    `GET /socket/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join("\r\n")}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  let rest: Buffer = Buffer.alloc(0);
  let isUpgraded = false;
  socket.on("data", (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isUpgraded) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      isUpgraded = true;
      rest = rest.subarray(end + 4);
      socket.write(frame(`40${JSON.stringify({ token })}`));
    }
    rest = readFrames(rest, (text) => handleFrame(socket, text, resolve));
  });
  return promise;
}

function handleFrame(socket: Socket, text: string, connected: () => void) {
  if (text.startsWith(prefix)) received.push([text.slice(prefix.length, prefix.length + 36), now()]);
  if (text.startsWith("42")) events += 1;
  else if (text === "2") socket.write(frame("3"));
  else if (text.startsWith("40")) connected();
}

/** Passes on the text of each complete frame; returns the remaining bytes. */
function readFrames(bytes: Buffer, each: (text: string) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = (bytes[at + 1] ?? 0) & 127;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length - at < head) break;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.length - at < head + length) break;
    each(bytes.toString("latin1", at + head, at + head + length));
    at += head + length;
  }
  return bytes.subarray(at);
}

function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), body]);
}
