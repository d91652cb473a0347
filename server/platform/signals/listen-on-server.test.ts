import { createServer, type AddressInfo, type Socket } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import { listenOnServer } from "./listen-on-server.ts";
import { channels } from "./signals.ts";

/** A packet of the Postgres protocol: type letter, length, body. */
const packet = (messageType: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(messageType), length, Buffer.from(body, "latin1")]);
};
const ready = packet("Z", "I");
const greeting = Buffer.concat([packet("R", "\0\0\0\0"), ready]);
const refusal = Buffer.concat([packet("E", "SERROR\0C57P03\0Mnot now\0\0"), ready]);

/** A database that accepts every connection and refuses LISTEN. */
async function startRefusingServer() {
  const openSockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer((socket) => {
    openSockets.add(socket);
    connectionCount += 1;
    socket.on("error", () => undefined).on("close", () => openSockets.delete(socket));
    socket.once("data", () => socket.write(greeting));
    socket.on("data", (data) => void (data[0] === "Q".charCodeAt(0) && socket.write(refusal)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port, open: () => openSockets.size, seen: () => connectionCount };
}

test("a connection that may not listen is closed before the next attempt, and none is left in the end", async () => {
  const { server, port, open: openSockets, seen: connectionCount } = await startRefusingServer();
  const calls: string[] = [];
  const options = { host: "127.0.0.1", port, user: "nobody", database: "none" };
  const stopListening = listenOnServer(options, pino({ level: "silent" }), { channels })(
    (_channel, id) => void calls.push(id),
    () => void calls.push("begun"),
  );
  await expect.poll(connectionCount).toBeGreaterThan(2);
  expect(openSockets()).toBeLessThan(2);
  await stopListening();
  await expect.poll(openSockets).toBe(0);
  expect(calls).toEqual([]);
  server.close();
});
