import { expect, test } from "vitest";
import { createPrefetcher } from "./prefetch.ts";

/** Prefetched requests, answered one after another with their number. */
function setUp() {
  const sent: { address: string; bearer: string | undefined }[] = [];
  let time = 0;
  const prefetcher = createPrefetcher({
    send: (address, { headers }) => {
      sent.push({ address, bearer: (headers as Record<string, string>)["authorization"] });
      return Promise.resolve(new Response(String(sent.length)));
    },
    headers: () => ({ "x-cookie-id": "browser-1" }),
    now: () => time,
  });
  const request = (token: string, method = "GET") => ({ method, headers: { authorization: `Bearer ${token}` } });
  const take = async (address: string, token: string, method?: string) =>
    (await prefetcher.takeResponse(address, request(token, method)))?.text() ?? null;
  return { ahead: prefetcher, sent, take, pass: (ms: number) => void (time += ms) };
}

test("all addresses are requested at once with the given token", () => {
  const { ahead: prefetcher, sent } = setUp();
  prefetcher.prefetch(["/api/user", "/api/changes"], "one");
  expect(sent).toEqual([
    { address: "/api/user", bearer: "Bearer one" },
    { address: "/api/changes", bearer: "Bearer one" },
  ]);
});

test("a response is given once", async () => {
  const { ahead: prefetcher, take } = setUp();
  prefetcher.prefetch(["/api/user"], "one");
  expect(await take("/api/user", "one")).toBe("1");
  expect(await take("/api/user", "one")).toBeNull();
});

test("a response is given only to the token that asked and to the same request", async () => {
  const { ahead: prefetcher, take } = setUp();
  prefetcher.prefetch(["/api/user"], "one");
  expect(await take("/api/user", "two")).toBeNull();
  expect(await take("/api/user?all=true", "one")).toBeNull();
  expect(await take("/api/user", "one")).toBe("1");
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("a response asked before a %s isn't given after it", async (method) => {
  const { ahead: prefetcher, take } = setUp();
  prefetcher.prefetch(["/api/user", "/api/changes"], "one");
  expect(await take("/api/dose", "one", method)).toBeNull();
  expect(await take("/api/user", "one")).toBeNull();
  expect(await take("/api/changes", "one")).toBeNull();
});

test("nor one asked before somebody else changed something", async () => {
  const { ahead: prefetcher, take } = setUp();
  prefetcher.prefetch(["/api/user"], "one");
  prefetcher.discard();
  expect(await take("/api/user", "one")).toBeNull();
});

test("what the page has requested itself isn't prefetched after it, with the same token", async () => {
  const { ahead: prefetcher, sent, take } = setUp();
  expect(await take("/api/user", "one")).toBeNull();
  prefetcher.prefetch(["/api/user", "/api/changes"], "one");
  expect(sent.map(({ address }) => address)).toEqual(["/api/changes"]);
  expect(await take("/api/user", "one")).toBeNull();
  prefetcher.prefetch(["/api/user"], "two");
  expect(await take("/api/user", "two")).toBe("2");
});

test("another token in the session, or none, drops all prefetches; the same token keeps them", async () => {
  for (const [token, left] of [
    ["one", "1"],
    ["two", null],
    [null, null],
  ] as const) {
    const { ahead: prefetcher, take } = setUp();
    prefetcher.prefetch(["/api/user"], "one");
    prefetcher.discardOtherTokens(token);
    expect(await take("/api/user", "one")).toBe(left);
  }
});

test("asking again drops the earlier prefetches", async () => {
  const { ahead: prefetcher, take } = setUp();
  prefetcher.prefetch(["/api/user"], "one");
  prefetcher.prefetch(["/api/changes"], "two");
  expect(await take("/api/user", "one")).toBeNull();
  expect(await take("/api/user", "two")).toBeNull();
  expect(await take("/api/changes", "two")).toBe("2");
});

test("a response that is no longer fresh is not given", async () => {
  const { ahead: prefetcher, take, pass } = setUp();
  prefetcher.prefetch(["/api/user"], "one");
  pass(30_001);
  expect(await take("/api/user", "one")).toBeNull();
});

test("a failure reaches the caller who takes it, and nobody when it is not taken", async () => {
  const prefetcher = createPrefetcher({
    send: () => Promise.reject(new TypeError("offline")),
    headers: () => ({}),
    now: () => 0,
  });
  prefetcher.prefetch(["/api/user", "/api/changes"], "one");
  const taken = prefetcher.takeResponse("/api/user", { method: "GET", headers: { authorization: "Bearer one" } });
  await expect(taken).rejects.toThrow("offline");
});
