import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { addressProblem } from "./endpoint-address.ts";
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
    "::127.0.0.1",
    "64:ff9b:1::a00:1",
    "::ffff:0:7f00:1",
    "fec0::1",
    "ff02::1",
    "192.0.0.192",
    "100.100.100.200",
    "168.63.129.16",
    "fd00:ec2::254",
  ])("%s is refused, as a literal and as what a name resolves to", async (address) => {
    const before = received;
    const literal = address.includes(":") ? `[${address}]` : address;
    expect(addressProblem(`https://${literal}/`, [])).toBe("host");
    for (const protocol of ["http", "https"])
      expect(await send(`${protocol}://${literal}:${port()}/`, {}, "{}", { networks: [] })).toEqual({
        error: "refused_address",
      });
    expect(
      await send(`https://hooks.example:${port()}/`, {}, "{}", { networks: [], lookup: resolving(address) }),
    ).toEqual({ error: "refused_address" });
    expect(received).toBe(before);
  });

  it.each([
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "127.0.0.1.",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "localhost",
    "LOCALHOST.",
    "%6cocalhost",
    "a.localhost",
    "localhost.localdomain",
    "ip6-localhost",
    "ip6-loopback",
  ])("other ways to write 127.0.0.1 (%s) are it, when saved and when connected to", async (host) => {
    for (const protocol of ["http", "https"])
      expect(await send(`${protocol}://${host}:${port()}/`, {}, "{}", { networks: [] })).toEqual({
        error: "refused_address",
      });
    expect(addressProblem(`https://${host}:${port()}/`, [])).toBe("host");
    expect(addressProblem(`https://${host}:${port()}/`, ["10.0.0.0/8"])).toBe("host");
    expect(addressProblem(`http://${host}:${port()}/`, ["127.0.0.0/8"])).toBeNull();
  });

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

test.each([
  ["https://hooks.example.com/calendula?key=1", null],
  ["https://hooks.example.com:8443/%2F..%2f", null],
  ["https://93.184.216.34/", null],
  ["https://[2606:4700::1111]/", null],
  ["http://hooks.example.com/", "not_https"],
  ["ftp://hooks.example.com/", "not_https"],
  ["https://hooks.example.com\\@127.0.0.1/", null],
  ["https:\\\\127.0.0.1\\x", "host"],
  ["https://hooks.example.com%5c@127.0.0.1/", "credentials"],
  ["https://key@hooks.example.com/", "credentials"],
  ["https://mirth/", "host"],
  ["https://mirth.local./", "host"],
  ["https://metadata.google.internal/computeMetadata/v1/", "host"],
] as const)("%s is saved, or refused for a reason: %s", (address, problem) => {
  expect(addressProblem(address, [])).toBe(problem);
});

test("with a network of one's own, names of it and plain http are saved; where they lead is for the connection", () => {
  for (const address of ["http://mirth:8080/", "https://mirth.local/", "http://10.1.2.3/"])
    expect(addressProblem(address, ["10.0.0.0/8"])).toBeNull();
  expect(addressProblem("http://192.168.1.1/", ["10.0.0.0/8"])).toBe("host");
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
