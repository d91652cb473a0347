import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#server/testing/sockets.ts";
import type { SocketEvent } from "./ports.ts";
import { frame, upgradeByHand } from "./testing/by-hand.ts";
import { startMemoryHub, type MemoryHub } from "./testing/memory-hub.ts";

let hub: MemoryHub;
beforeAll(async () => void (hub = await startMemoryHub()));
afterAll(() => hub.close());

/** A hint as long as it takes to fill what the kernel holds for a connection, some megabytes, in a few dozen. */
const long = (nth: number): SocketEvent => ({
  name: "changes",
  body: { items: [], from: "", cursor: `${nth} ${"x".repeat(300_000)}` },
});
const slowClosed = async () => /^slow_sockets_closed_total 1$/m.test(await hub.metrics.metrics());

test("a socket that reads nothing is closed; the patient's others and everybody else's notice nothing", async () => {
  const { socket: mute } = await upgradeByHand(hub.port, "/socket/?EIO=4&transport=websocket");
  mute.write(frame('40{"token":"mute"}'));
  const url = `http://127.0.0.1:${hub.port}`;
  const [hers, other] = [await connect(url, "mute"), await connect(url, "other")];
  await expect.poll(async () => /^sockets_connected 3$/m.test(await hub.metrics.metrics())).toBe(true);
  let told = 0;
  for (; told < 300 && !(await slowClosed()); told += 1) {
    hub.tell("mute", long(told));
    hub.tell("other", long(told));
    await hers.hears("changes", () => hers.told("changes").length === told + 1);
    await other.hears("changes", () => other.told("changes").length === told + 1);
  }
  expect(await slowClosed()).toBe(true);
  const closed = once(mute, "close");
  mute.resume();
  await closed;
  hub.tell("mute", long(told));
  await hers.hears("changes", () => hers.told("changes").length === told + 1);
  expect(hers.told("changes").map(({ cursor }) => Number(cursor.split(" ")[0]))).toEqual(
    Array.from({ length: told + 1 }, (_, nth) => nth),
  );
  hers.close();
  other.close();
});
