import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { send } from "./send.ts";

let server: Server;
let received = 0;
let respond: (response: ServerResponse) => void = (response) => response.end();
beforeAll(async () => {
  server = createServer((request, response) => {
    received += 1;
    request.resume().on("end", () => respond(response));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

const port = () => (server.address() as AddressInfo).port;
const loopback = { networks: ["127.0.0.0/8"] };
/** Resolves every name to these addresses. */
const resolving =
  (...addresses: readonly string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family ?? 4);
  };

describe("quality: a webhook reaches public addresses only, whatever its name leads to", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ])("%s is refused, as a literal and as what a name resolves to", async (address) => {
    const before = received;
    const literal = address.includes(":") ? `[${address}]` : address;
    for (const protocol of ["http", "https"])
      expect(await send(`${protocol}://${literal}:${port()}/`, {}, "{}", { networks: [] })).toEqual({
        error: "refused_address",
      });
    expect(
      await send(`https://hooks.example:${port()}/`, {}, "{}", { networks: [], lookup: resolving(address) }),
    ).toEqual({ error: "refused_address" });
    expect(received).toBe(before);
  });

  it.each(["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])(
    "other ways to write 127.0.0.1 (%s) are it",
    async (host) => {
      expect(await send(`http://${host}:${port()}/`, {}, "{}", { networks: [] })).toEqual({ error: "refused_address" });
    },
  );

  it("a name with a public and a private address is refused: which is connected to is not ours to know", async () => {
    const lookup = resolving("93.184.216.34", "127.0.0.1");
    expect(await send(`https://hooks.example:${port()}/`, {}, "{}", { networks: [], lookup })).toEqual({
      error: "refused_address",
    });
  });

  it("a name that changes between check and connection does not: the checked address is the one connected to", async () => {
    let lookups = 0;
    const lookup: LookupFunction = (hostname, options, callback) => {
      lookups += 1;
      resolving(lookups === 1 ? "127.0.0.1" : "10.0.0.1")(hostname, options, callback);
    };
    expect(await send(`http://hooks.example:${port()}/`, {}, "{}", { ...loopback, lookup })).toMatchObject({
      status: 200,
    });
    expect(lookups).toBe(1);
  });

  it("an own network is reached, without TLS too; a public address without TLS is not", async () => {
    const result = await send(`http://hooks.example:${port()}/`, {}, "{}", {
      ...loopback,
      lookup: resolving("127.0.0.1"),
    });
    expect(result).toEqual({ status: 200, retryAfterSeconds: null });
    const lookup = resolving("93.184.216.34");
    expect(await send("http://hooks.example/", {}, "{}", { ...loopback, lookup })).toEqual({
      error: "refused_address",
    });
    expect(await send(`http://[::ffff:127.0.0.1]:${port()}/`, {}, "{}", loopback)).toMatchObject({ status: 200 });
  });
});

describe("bad endpoints", () => {
  it("a redirect is not followed", async () => {
    respond = (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    const before = received;
    expect(await send(`http://127.0.0.1:${port()}/`, {}, "{}", loopback)).toEqual({
      status: 302,
      retryAfterSeconds: null,
    });
    expect(received).toBe(before + 1);
  });
  it("one that never answers, or never ends its answer, is given up", async () => {
    const quick = { ...loopback, timeoutMs: 100 };
    respond = () => undefined;
    expect(await send(`http://127.0.0.1:${port()}/`, {}, "{}", quick)).toEqual({ error: "timeout" });
    respond = (response) => void response.writeHead(200).write("…");
    expect(await send(`http://127.0.0.1:${port()}/`, {}, "{}", quick)).toEqual({ error: "timeout" });
  });
  it("of one that answers without end only the beginning is read", async () => {
    respond = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    expect(await send(`http://127.0.0.1:${port()}/`, {}, "{}", loopback)).toMatchObject({ status: 200 });
  });
  it("one that asks to wait says how long", async () => {
    respond = (response) => response.writeHead(429, { "retry-after": "120" }).end();
    expect(await send(`http://127.0.0.1:${port()}/`, {}, "{}", loopback)).toEqual({
      status: 429,
      retryAfterSeconds: 120,
    });
  });
  it("one that does not listen is unreachable", async () => {
    expect(await send("http://127.0.0.1:9/", {}, "{}", loopback)).toEqual({ error: "unreachable" });
  });
});
