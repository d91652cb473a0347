import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "#server/testing/test-sockets.ts";
import { handshakeTimeoutMs, receiveQuota } from "./flood-guard.ts";
import { startMemoryHub, type MemoryHub } from "./testing/memory-hub.ts";
import { readToEnd, frame, upgradeRawSocket } from "./testing/raw-socket.ts";

let hub: MemoryHub;
let url: string;
beforeAll(async () => {
  hub = await startMemoryHub();
  url = `http://127.0.0.1:${hub.port}`;
});
afterAll(() => hub.close());

const floodsClosed = async () =>
  Number(/^flooding_sockets_closed_total (\d+)/m.exec(await hub.metrics.metrics())?.[1] ?? 0);
const repeat = (frameBytes: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => frameBytes));
const frameCount = receiveQuota.frames + 1;

/** A patient's connection, paused. */
async function connectRaw(token: string) {
  const { socket } = await upgradeRawSocket(hub.port);
  socket.write(frame(`40{"token":"${token}"}`));
  socket.resume();
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(String(answer)).toContain('40{"sid"');
  return socket.pause();
}

const floods: [string, Buffer][] = [
  ["pings", repeat(frame("", "ping"), frameCount)],
  ["pongs", repeat(frame("", "pong"), frameCount)],
  ["answers to pings that were not sent", repeat(frame("3"), frameCount)],
  ["handshakes of rooms there are not", repeat(frame("40/x,{}"), frameCount)],
  ["answers to events that were not sent", repeat(frame("430[1]"), frameCount)],
  [
    "pieces of a message that never ends",
    Buffer.concat([frame("4", "unfinished"), repeat(frame("", "continued"), receiveQuota.bytes / 6)]),
  ],
];

describe("quality: a connection that sends more than a browser does is ended at once", () => {
  test.each(floods)("%s, before it has authenticated", async (_, flood) => {
    const before = await floodsClosed();
    const { socket } = await upgradeRawSocket(hub.port);
    socket.write(flood);
    await readToEnd(socket);
    expect(await floodsClosed()).toBe(before + 1);
  });

  test.each(floods)("%s, of a patient's socket", async (_, flood) => {
    const before = await floodsClosed();
    const socket = await connectRaw("rosa");
    socket.write(flood);
    await readToEnd(socket);
    expect(await floodsClosed()).toBe(before + 1);
  });

  test("data sent after the limit is not processed", async () => {
    const { socket } = await upgradeRawSocket(hub.port);
    socket.write(repeat(frame("40/x,{}"), 5000));
    const receivedText = await readToEnd(socket);
    expect(receivedText.split("Invalid namespace").length - 1).toBeLessThanOrEqual(frameCount);
  });
});

test("a minute of what a browser sends is accepted", async () => {
  const before = await floodsClosed();
  const socket = await connect(url, "mara");
  for (let times = 0; times < 15; times += 1) socket.socket.emit("token", { token: "mara" });
  socket.socket.emit("token", "not a token");
  await socket.waitFor("request_error");
  expect(socket.socket.connected).toBe(true);
  expect(await floodsClosed()).toBe(before);
  socket.close();
});

/** Long before socket.io would end a connection by itself, after 45 s. */
const manyFramesBefore = 30_000;

test("a connection that sends no handshake is ended after 5 s; one that did stays open", async () => {
  const authenticatedSocket = await connect(url, "lena");
  const began = performance.now();
  const { socket } = await upgradeRawSocket(hub.port);
  socket.write(frame("40/x,{}"));
  await readToEnd(socket);
  expect(performance.now() - began).toBeLessThan(manyFramesBefore);
  expect(authenticatedSocket.socket.connected).toBe(true);
  authenticatedSocket.close();
});

test("a connection whose handshake takes long to check stays open", async () => {
  const [arrived, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowHub = await startMemoryHub(() => {
    arrived.resolve();
    return checked.promise;
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { socket } = await upgradeRawSocket(slowHub.port);
    let received = "";
    socket.on("data", (data) => (received += String(data))).resume();
    socket.write(frame('40{"token":"rosa"}'));
    await arrived.promise;
    vi.advanceTimersByTime(2 * handshakeTimeoutMs);
    vi.useRealTimers();
    checked.resolve();
    await expect.poll(() => received).toContain('40{"sid"');
    socket.destroy();
  } finally {
    vi.useRealTimers();
    await slowHub.close();
  }
});

test("a refused handshake is told why, and its connection ended even if the browser does not end it", async () => {
  const began = performance.now();
  const { socket } = await upgradeRawSocket(hub.port);
  socket.write(frame('40{"token":7}'));
  expect(await readToEnd(socket)).toContain('44{"message":"Invalid token","data":{"code":"invalid_token"}}');
  expect(performance.now() - began).toBeLessThan(manyFramesBefore);
});

test("a browser that does not answer when it is closed is disconnected all the same", async () => {
  const began = performance.now();
  const socket = await connectRaw("ida");
  socket.write(repeat(frame('42["shout"]'), 30));
  expect(await readToEnd(socket)).toContain("rate_limited");
  expect(performance.now() - began).toBeLessThan(manyFramesBefore);
});
