import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { flushOnce, type PatientSocket } from "./connection.ts";

/** A transport that records flushes, and a connection on it. */
function connectionOver(writable: boolean) {
  const transport = Object.assign(new EventEmitter(), { writable });
  const flushed: boolean[] = [];
  transport.on("ready", () => flushed.push(transport.writable));
  return { transport, flushed, socket: { conn: { transport } } as unknown as Pick<PatientSocket, "conn"> };
}

test("events sent together are flushed once, after the last of them", () => {
  const { transport, flushed, socket } = connectionOver(true);
  flushOnce(socket, () => {
    expect(transport.writable).toBe(false);
    expect(flushed).toEqual([]);
  });
  expect(flushed).toEqual([true]);
});

test("an event that cannot be sent leaves the connection open for the next", () => {
  const { flushed, socket } = connectionOver(true);
  expect(() =>
    flushOnce(socket, () => {
      throw new Error("not JSON");
    }),
  ).toThrow("not JSON");
  expect(flushed).toEqual([true]);
});

test("a write under way flushes by itself when it ends", () => {
  const { transport, flushed, socket } = connectionOver(false);
  flushOnce(socket, () => undefined);
  expect(transport.writable).toBe(false);
  expect(flushed).toEqual([]);
});
