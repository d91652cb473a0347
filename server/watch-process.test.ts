import { spawnSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { startTestServer } from "#server/testing/harness.ts";
import { watchProcess } from "./watch-process.ts";

const quick = { drainMs: 60_000, calmMs: 60_000 };
/** A message with what a person typed. */
const personal = (code?: string) => Object.assign(new TypeError("Rosa Winter has chest pain"), code && { code });

test("a rejected promise is logged without its words, counted and alarmed; the node goes on, and later it's over", async () => {
  const server = await startTestServer();
  const { services } = server;
  const events = new EventEmitter();
  const [stop, exit] = [vi.fn(() => Promise.resolve()), vi.fn()];
  const end = watchProcess({ services, stop }, { events, exit, timeouts: { ...quick, calmMs: 50 } });
  for (const reason of [personal("ECONNRESET"), "Rosa Winter", undefined, { toString: () => "Rosa" }])
    events.emit("unhandledRejection", reason);
  expect(server.logged()).toContain('"name":"TypeError","code":"ECONNRESET","stack":["    at personal');
  expect(server.logged()).not.toContain("Rosa");
  expect(await services.metrics.getSingleMetricAsString("outside_answers_total")).toMatch(
    /system="process",answer="rejected_promise",.*} 4/,
  );
  expect([stop, exit].flatMap((each) => each.mock.calls)).toEqual([]);
  const failing = async () => {
    await services.outside.write();
    const rows = await services.db.selectFrom("outside_failure").select(["answer", "failing_since"]).execute();
    return rows.filter(({ failing_since }) => failing_since !== null).map(({ answer }) => answer);
  };
  await vi.waitFor(async () => expect(await failing()).toEqual([]));
  end();
  expect(events.eventNames()).toEqual([]);
  await server.close();
});

test("after an error that nobody caught, the node writes it down, drains once and ends with 1", async () => {
  const server = await startTestServer();
  const { services } = server;
  const events = new EventEmitter();
  const exit = vi.fn();
  let drained: () => void = () => undefined;
  const stop = vi.fn(() => new Promise<void>((resolve) => (drained = resolve)));
  const end = watchProcess({ services, stop }, { events, exit, timeouts: quick });
  events.emit("uncaughtException", personal());
  events.emit("uncaughtException", personal());
  await vi.waitFor(async () =>
    expect(await services.db.selectFrom("outside_failure").select(["system", "answer"]).execute()).toEqual([
      { system: "process", answer: "uncaught_error" },
    ]),
  );
  expect([stop.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
  drained();
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
  expect(server.logged()).not.toContain("Rosa");
  end();
  await server.close();
});

test("a node that can't drain ends all the same", async () => {
  const exit = vi.fn();
  const events = new EventEmitter();
  const reports = { failed: vi.fn(), worked: vi.fn() };
  const services = {
    log: { error: vi.fn() },
    outside: { of: () => reports, write: () => new Promise(() => undefined) },
  };
  watchProcess(
    { services: services as never, stop: () => new Promise(() => undefined) },
    {
      events,
      exit,
      timeouts: { drainMs: 20, calmMs: 60_000 },
    },
  );
  events.emit("uncaughtException", personal());
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
});

test("in a real process, a rejection doesn't end it, and a thrown error does", () => {
  const run = (what: string) =>
    spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const { watchProcess } = await import(${JSON.stringify(new URL("watch-process.ts", import.meta.url).href)});
         const services = { log: { error() {} }, outside: { of: () => ({ failed() {}, worked() {} }), write: async () => {} } };
         watchProcess({ services, stop: async () => console.log("drained") });
         ${what}
         setTimeout(() => { console.log("goes on"); process.exit(0); }, 50);`,
      ],
      { encoding: "utf8" },
    );
  const rejected = run("void Promise.reject(new Error('x'));");
  expect([rejected.status, rejected.stdout]).toEqual([0, "goes on\n"]);
  const thrown = run("setImmediate(() => { throw new Error('x'); });");
  expect([thrown.status, thrown.stdout, thrown.stderr]).toEqual([1, "drained\n", ""]);
});
