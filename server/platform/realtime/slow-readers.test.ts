import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#server/testing/test-sockets.ts";
import type { SocketEvent } from "./ports.ts";
import { startMemoryHub, type MemoryHub } from "./testing/memory-hub.ts";
import { frame, upgradeRawSocket } from "./testing/raw-socket.ts";

let hub: MemoryHub;
beforeAll(async () => void (hub = await startMemoryHub()));
afterAll(() => hub.close());

/** A hint so long that a few dozen fill the kernel's buffers for a connection, which are some megabytes. */
const longEvent = (nth: number): SocketEvent => ({
  name: "changes",
  body: { items: [], from: "", cursor: `${nth} ${"x".repeat(300_000)}` },
});
const slowClosed = async () => /^slow_sockets_closed_total 1$/m.test(await hub.metrics.metrics());

test("a socket that reads nothing is closed; the patient's others and all other patients' are not affected", async () => {
  const { socket: deafSocket } = await upgradeRawSocket(hub.port, "/socket/?EIO=4&transport=websocket");
  deafSocket.write(frame('40{"token":"mute"}'));
  const url = `http://127.0.0.1:${hub.port}`;
  const [patientsSocket, othersSocket] = [await connect(url, "mute"), await connect(url, "other")];
  await expect.poll(async () => /^sockets_connected 3$/m.test(await hub.metrics.metrics())).toBe(true);
  let sentCount = 0;
  for (; sentCount < 100 && !(await slowClosed()); sentCount += 1) {
    hub.emit("mute", longEvent(sentCount));
    hub.emit("other", longEvent(sentCount));
    await patientsSocket.waitFor("changes", () => patientsSocket.received("changes").length === sentCount + 1);
    await othersSocket.waitFor("changes", () => othersSocket.received("changes").length === sentCount + 1);
  }
  expect(await slowClosed()).toBe(true);
  const closed = once(deafSocket, "close");
  deafSocket.resume();
  await closed;
  hub.emit("mute", longEvent(sentCount));
  await patientsSocket.waitFor("changes", () => patientsSocket.received("changes").length === sentCount + 1);
  expect(patientsSocket.received("changes").map(({ cursor }) => Number(cursor.split(" ")[0]))).toEqual(
    Array.from({ length: sentCount + 1 }, (_, nth) => nth),
  );
  patientsSocket.close();
  othersSocket.close();
});
