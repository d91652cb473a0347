import { once } from "node:events";
import { connect } from "node:net";
import fastify from "fastify";
import { expect, test, vi } from "vitest";
import { startTestServer } from "#server/testing/harness.ts";
import { prepareGracefulShutdown } from "./graceful-shutdown.ts";

test("closing waits for requests under way, not for idle connections", async () => {
  const app = fastify().decorate("draining", false);
  prepareGracefulShutdown(app);
  const working = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  app.get("/", async () => {
    started.resolve();
    await working.promise;
    return "done";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const idle = connect(port, "127.0.0.1").resume();
  await once(idle, "connect");
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await started.promise;

  const closed = app.close();
  await once(idle, "close");
  working.resolve();
  expect(await answer).toBe("done");
  await closed;
});

test("a request on a just opened connection is answered although the node closes", async () => {
  const app = fastify({ return503OnClosing: false }).decorate("draining", false);
  prepareGracefulShutdown(app);
  app.get("/", async () => "done");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const accepted = once(app.server, "connection");
  const fresh = connect(port, "127.0.0.1");
  await accepted;
  const stopped = once(app.server, "close");
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false), { timeout: 60_000, interval: 1 });
  fresh.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [answer] = (await once(fresh, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*done$/);
  fresh.destroy();
  await stopped;
  await closed;
});

test("a stop first announces itself, before the server closes", async () => {
  const app = fastify().decorate("draining", false);
  const drain = prepareGracefulShutdown(app);
  const draining = drain(0);
  expect(app.draining).toBe(true);
  await draining;
  await app.close();
});

test("a stopping node is alive and not ready, and each of its answers is the last on its connection", async () => {
  const server = await startTestServer();
  const ask = (url: string) => server.app.inject({ url });
  expect((await ask("/health/ready")).statusCode).toBe(200);
  expect((await ask("/health/live")).headers.connection).not.toBe("close");

  server.app.draining = true;
  expect((await ask("/health/ready")).json()).toEqual({ status: "stopping" });
  expect((await ask("/health/ready")).statusCode).toBe(503);
  const alive = await ask("/health/live");
  expect([alive.statusCode, alive.headers.connection]).toEqual([200, "close"]);
  await server.close();
});

test("a request that takes longer than the shutdown delay is still answered; an idle connection is closed, an upgraded one is left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const app = fastify().decorate("draining", false);
  prepareGracefulShutdown(app);
  const [working, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get("/", async () => {
    started.resolve();
    await working.promise;
    return "done";
  });
  app.server.on("upgrade", (_request, socket) => {
    socket.resume().once("end", () => socket.destroy());
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const openConnection = async (firstBytes: string) => {
    const accepted = once(app.server, "connection");
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    await accepted;
    socket.write(firstBytes);
    return socket;
  };
  const requestHead = "GET / HTTP/1.1\r\nhost: localhost\r\n";
  try {
    const upgradedSocket = await openConnection(`${requestHead}connection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    await once(upgradedSocket, "data");
    const slowSocket = await openConnection(`${requestHead}\r\n`);
    await started.promise;
    const silentSocket = await openConnection("");

    const closed = app.close();
    await vi.waitFor(() => expect(app.server.listening).toBe(false), { timeout: 60_000, interval: 1 });
    const silentClosed = once(silentSocket.resume(), "close");
    vi.advanceTimersByTime(2000);
    await silentClosed;
    working.resolve();
    const [answer] = (await once(slowSocket, "data")) as [string];
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*done$/);
    expect(upgradedSocket.readyState).toBe("open");
    upgradedSocket.destroy();
    await closed;
  } finally {
    vi.useRealTimers();
  }
});
