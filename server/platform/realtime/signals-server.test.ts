import { createServer, type AddressInfo, type Socket } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import { channels } from "./channels.ts";
import { followServer } from "./signals-server.ts";

/** A packet of the Postgres protocol: its letter, its length, its body. */
const packet = (letter: string, body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body, "latin1")]);
};
const ready = packet("Z", "I");
const greeting = Buffer.concat([packet("R", "\0\0\0\0"), ready]);
const refusal = Buffer.concat([packet("E", "SERROR\0C57P03\0Mnot now\0\0"), ready]);

/** A database that lets everybody in and refuses to be listened to. */
async function refusing() {
  const open = new Set<Socket>();
  let seen = 0;
  const server = createServer((socket) => {
    open.add(socket);
    seen += 1;
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    socket.once("data", () => socket.write(greeting));
    socket.on("data", (data) => void (data[0] === "Q".charCodeAt(0) && socket.write(refusal)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port, open: () => open.size, seen: () => seen };
}

test("a connection that may not listen is closed before the next attempt, and none is left in the end", async () => {
  const { server, port, open, seen } = await refusing();
  const heard: string[] = [];
  const options = { host: "127.0.0.1", port, user: "nobody", database: "none" };
  const leave = followServer(options, pino({ level: "silent" }), { channels })(
    (_channel, id) => void heard.push(id),
    () => void heard.push("begun"),
  );
  await expect.poll(seen).toBeGreaterThan(2);
  expect(open()).toBeLessThan(2);
  await leave();
  await expect.poll(open).toBe(0);
  expect(heard).toEqual([]);
  server.close();
});
