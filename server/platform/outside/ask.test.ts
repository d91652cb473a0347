import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { ask, connectionsOf } from "./ask.ts";

let server: RawServer;
beforeAll(async () => {
  server = await openRawServer();
});
afterAll(() => server.close());

const quick = { headers: {}, body: "{}", timeoutMs: 300, maxBytes: 1000, connections: false } as const;
/** Whoever answers has time: on a busy machine a good answer takes longer than the wait for none. */
const shown = async (expected: unknown) => {
  const answer = await ask(server.url, { ...quick, timeoutMs: expected === "timeout" ? quick.timeoutMs : 20_000 });
  return "error" in answer ? answer.error : [answer.status, answer.text.length, answer.isWhole];
};
const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
/** Writes again and again until the socket is gone. */
const drip =
  (text: string, first = "") =>
  (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), 5);
    socket.on("close", () => clearInterval(timer));
  };

describe("whatever comes, the wait is over and the connection gone", () => {
  test.each<[string, string | ((socket: Socket) => void), unknown]>([
    ["a good answer", ok, [200, 2, true]],
    [
      "101 Switching Protocols",
      "HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
      [101, 0, true],
    ],
    ["101 that names no protocol", "HTTP/1.1 101 Switching\r\n\r\n", [101, 0, true]],
    [
      "101 with HTTP/2's preface after it",
      "HTTP/1.1 101 S\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\nPRI * HTTP/2.0",
      [101, 0, true],
    ],
    [
      "100, 102 and 103 before a good answer",
      `HTTP/1.1 100 C\r\n\r\nHTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nlink: </a>\r\n\r\n${ok}`,
      [200, 2, true],
    ],
    ["103 and nothing more", "HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n", "timeout"],
    ["103 for ever", drip("HTTP/1.1 103 Early\r\n\r\n"), "timeout"],
    ["silence", "", "timeout"],
    ["headers that never end", drip("x-more: 1\r\n", "HTTP/1.1 200 OK\r\n"), "timeout"],
    ["more headers than anybody sends", `HTTP/1.1 200 OK\r\n${"x-more: 1\r\n".repeat(5000)}`, "unreachable"],
    ["a body that drips", drip("a", "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n"), "timeout"],
    ["a body without an end", drip("a".repeat(400), "HTTP/1.1 200 OK\r\n\r\n"), [200, 1000, false]],
    ["half a body", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nok"), "unreachable"],
    ["a connection closed before any answer", (socket) => socket.end(), "unreachable"],
    ["a reset", (socket) => socket.resetAndDestroy(), "unreachable"],
    ["no HTTP at all", "220 mail.example ESMTP\r\n", "unreachable"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok", "unreachable"],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", [204, 0, true]],
    ["a redirect", "HTTP/1.1 308 P\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n", [308, 0, true]],
  ])("%s", async (_, answer, expected) => {
    server.answer(answer);
    expect(await shown(expected)).toEqual(expected);
    await vi.waitFor(() => expect(server.open()).toBe(0));
  });

  test("nobody listens", async () => {
    expect(await ask("http://127.0.0.1:9/", quick)).toMatchObject({ error: "unreachable" });
  });

  test("a name that is never resolved", async () => {
    const answer = await ask("http://slow.example/", { ...quick, lookup: () => undefined });
    expect(answer).toMatchObject({ error: "timeout" });
  });
});

test("connections to one host are bounded, kept, and waiting for one counts", async () => {
  let requests = 0;
  const answering = createServer((_, response) => {
    requests += 1;
    if (requests <= 12) response.end("ok");
  });
  let connectionsMade = 0;
  answering.on("connection", () => (connectionsMade += 1));
  await new Promise<void>((resolve) => answering.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}/`;
  const connections = connectionsOf(2);
  const all = await Promise.all(Array.from({ length: 12 }, () => ask(url, { ...quick, timeoutMs: 5000, connections })));
  expect(all.map((answer) => "status" in answer && answer.status)).toEqual(Array(12).fill(200));
  expect(connectionsMade).toBe(2);
  const silent = await Promise.all(Array.from({ length: 4 }, () => ask(url, { ...quick, connections })));
  expect(silent.map((answer) => "error" in answer && answer.error)).toEqual(Array(4).fill("timeout"));
  answering.closeAllConnections();
  answering.close();
});
