import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen } from "#server/testing/test-sockets.ts";
import { Refusal, refusesAny } from "../refusal.ts";
import { handshakeLimit } from "./handshake.ts";
import { readToEnd, frame, upgradeRawSocket } from "./testing/raw-socket.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer({}, { PUBLIC_URL: "https://app.example.com", DEMO: "1" });
  url = await listen(server);
});
afterAll(() => server.close());

const upgrade = (path?: string, headers?: readonly string[]) =>
  upgradeRawSocket(Number(new URL(url).port), path, headers);
/** Parses a raw answer: status and headers, and body. */
const readAnswer = (answer: string) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head, problem: JSON.parse(body) as unknown };
};

test("a page of another origin opens no socket; the app's own does", async () => {
  const { token } = await server.newPatient();
  for (const origin of ["https://evil.example.com", "null", "https://app.example.com.evil.example"])
    await expect(connect(url, token, { origin })).rejects.toThrow("websocket error");
  (await connect(url, token, { origin: "https://app.example.com" })).close();
});

test("long polling is not offered, so no node needs to know a connection's earlier requests; socket.io's client is told in its protocol's words", async () => {
  for (const query of ["EIO=4&transport=polling", "EIO=4&transport=websocket", ""])
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(`${url}/socket/?${query}`, { method });
      expect([answer.status, await answer.json()]).toEqual([400, { code: 0, message: "Transport unknown" }]);
    }
});

test("an upgrade elsewhere is refused", async () => {
  const { head, problem } = readAnswer((await upgrade("/api/user")).answer);
  expect(head).toMatch(/^HTTP\/1\.1 404 Not Found/);
  expect(problem).toMatchObject({ code: "not_found" });
});

test("decisions §3 an upgrade for a page of another origin is answered 403, and the connection ends", async () => {
  const { socket, answer } = await upgrade(undefined, ["Origin: https://evil.example.com"]);
  const { head, problem } = readAnswer(answer);
  expect(head).toMatch(/^HTTP\/1\.1 403 Forbidden/);
  expect(head).toMatch(/^Content-Type: application\/json$/m);
  expect(problem).toEqual(refusesAny.refuse("forbidden").problem(server.services.content));
  await readToEnd(socket);
});

test("decisions §3 more upgrades from one address than its request limit are answered 429 with Retry-After", async () => {
  const limitedServer = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "1" });
  const port = Number(new URL(await listen(limitedServer)).port);
  expect((await upgradeRawSocket(port)).answer).toMatch(/^HTTP\/1\.1 101/);
  const { head, problem } = readAnswer((await upgradeRawSocket(port)).answer);
  expect(head).toMatch(/^HTTP\/1\.1 429 Too Many Requests/);
  expect(head).toMatch(/^Retry-After: [1-9]\d?$/m);
  expect(problem).toEqual(new Refusal("rate_limited").problem(server.services.content));
  await limitedServer.close();
});

test("an unknown event is refused; too many of them end the socket", async () => {
  const { token } = await server.newPatient();
  const socket = await connect(url, token);
  socket.socket.emit("message", { text: "by socket" });
  expect(await socket.waitFor("request_error")).toMatchObject({ code: "not_found" });
  for (let times = 0; times < 40; times += 1) socket.socket.emit("shout", times);
  expect(await socket.waitFor("request_error", ({ code }) => code === "rate_limited")).toBeDefined();
  expect(await socket.ended).toBe("io server disconnect");
  expect(socket.received("request_error").length).toBeLessThan(30);
});

test("more than 16 kB at once ends the connection", async () => {
  const { token } = await server.newPatient();
  const socket = await connect(url, token);
  socket.socket.emit("token", { token: "x".repeat(20_000) });
  expect(await socket.ended).toBe("transport close");
});

test("a patient has at most 20 sockets: one more ends the oldest", async () => {
  const { token } = await server.newPatient();
  const sockets = [];
  for (let times = 0; times < 21; times += 1) sockets.push(await connect(url, token));
  expect(await sockets[0]?.ended).toBe("io server disconnect");
  expect(sockets.slice(1).every(({ socket }) => socket.connected)).toBe(true);
  for (const { close } of sockets) close();
});

test("a patient whose browser reconnects in a loop is told to wait", async () => {
  const { id, token } = await server.newPatient();
  (await connect(url, token)).close();
  const { limiter } = server.services;
  for (let times = 1; times < handshakeLimit.points; times += 1)
    await limiter.consume("socket-patient", id, handshakeLimit);
  await expect(connect(url, token)).rejects.toMatchObject({ data: { code: "rate_limited" } });
});

test("a connection authenticates once: a second handshake on it ends it", async () => {
  const { socket } = await upgrade();
  socket.write(Buffer.concat([frame('40{"token":"a"}'), frame('40{"token":"b"}')]));
  await readToEnd(socket);
});
