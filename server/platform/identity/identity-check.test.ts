import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { demoIdentityCheck } from "./demo-identity-check.ts";
import { vendorIdentityCheck } from "./vendor-identity-check.ts";

const details = { ssn: "123-45-6789", firstname: "Ana", lastname: "Diaz", birthday: "1974-05-06" };

describe("demo identity check", () => {
  test.each([
    ["123456789", "matched"],
    ["123-45-6789", "matched"],
    ["000-12-3456", "no_match"],
    ["666-12-3456", "review"],
    ["12345678", "no_match"],
    ["12345678a", "no_match"],
  ] as const)("%s is %s", async (ssn, result) => {
    expect(await demoIdentityCheck().match({ ...details, ssn })).toBe(result);
  });
});

describe("vendor identity check", () => {
  let server: Server;
  afterEach(() => server.closeAllConnections());
  afterEach(() => new Promise((closed) => server.close(closed)));

  async function vendor(listener: RequestListener, timeoutMs?: number) {
    server = createServer(listener);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/match`;
    return vendorIdentityCheck({ url, token: "secret", ...(timeoutMs !== undefined && { timeoutMs }) });
  }

  test("sends the claim with the token and returns the answer", async () => {
    let seen: unknown;
    const check = await vendor(async (request, response) => {
      seen = { authorization: request.headers.authorization, body: await json(request) };
      response.end('{"result":"no_match"}');
    });
    expect(await check.match(details)).toBe("no_match");
    expect(seen).toEqual({ authorization: "Bearer secret", body: { ...details, ssn: "123456789" } });
  });

  test.each<[string, RequestListener]>([
    ["a server error", (_, response) => response.writeHead(500).end()],
    ["a refused token", (_, response) => response.writeHead(401).end('{"result":"matched"}')],
    ["an unknown answer", (_, response) => response.end('{"result":"probably"}')],
    ["no JSON", (_, response) => response.end("<html>")],
    ["a dropped connection", (request) => request.socket.destroy()],
    ["a redirect", (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
  ])("%s means review", async (_, listener) => {
    expect(await (await vendor(listener)).match(details)).toBe("review");
  });

  test("no answer in time means review", async () => {
    expect(await (await vendor(() => undefined, 20)).match(details)).toBe("review");
  });

  test("a malformed number is never sent", async () => {
    let asked = false;
    const check = await vendor((_, response) => {
      asked = true;
      response.end('{"result":"matched"}');
    });
    expect(await check.match({ ...details, ssn: "12-3" })).toBe("no_match");
    expect(asked).toBe(false);
  });

  test("the number is never sent unencrypted", () => {
    expect(() => vendorIdentityCheck({ url: "http://vendor.example/match", token: "t" })).toThrow("https");
  });
});
