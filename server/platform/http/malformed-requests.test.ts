import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  port = Number(new URL(await server.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => server.close());

/** Sends these bytes and returns everything received until the connection ends. */
async function responseTo(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
  socket.on("error", () => null);
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

test.each([
  ["no HTTP", "GARBAGE\r\n\r\n", "400 Bad Request"],
  ["a forged header", "GET / HTTP/1.1\r\nhost: a\r\nx\u0000y: 1\r\n\r\n", "400 Bad Request"],
  [
    "headers of 100 kB",
    `GET / HTTP/1.1\r\nhost: a\r\ncookie: a=${"x".repeat(100_000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
])("decisions §3 one error shape: %s", async (_, bytes, status) => {
  const [head = "", body = ""] = (await responseTo(bytes)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
  expect(JSON.parse(body)).toEqual({ code: "malformed", message: expect.stringMatching(/^We couldn't read/) });
  expect(head).toContain("no-store");
});
