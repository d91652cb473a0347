import { expect, test } from "vitest";
import { createAhead } from "./ahead.ts";

/** Requests made ahead, answered one after another with their number. */
function setUp() {
  const sent: { address: string; bearer: string | undefined }[] = [];
  let time = 0;
  const ahead = createAhead({
    send: (address, { headers }) => {
      sent.push({ address, bearer: (headers as Record<string, string>)["authorization"] });
      return Promise.resolve(new Response(String(sent.length)));
    },
    headers: () => ({ "x-cookie-id": "browser-1" }),
    now: () => time,
  });
  const request = (token: string, method = "GET") => ({ method, headers: { authorization: `Bearer ${token}` } });
  const take = async (address: string, token: string, method?: string) =>
    (await ahead.take(address, request(token, method)))?.text() ?? null;
  return { ahead, sent, take, pass: (ms: number) => void (time += ms) };
}

test("everything is asked for at once with the token that asks", () => {
  const { ahead, sent } = setUp();
  ahead.ask(["/api/user", "/api/changes"], "one");
  expect(sent).toEqual([
    { address: "/api/user", bearer: "Bearer one" },
    { address: "/api/changes", bearer: "Bearer one" },
  ]);
});

test("an answer is given once", async () => {
  const { ahead, take } = setUp();
  ahead.ask(["/api/user"], "one");
  expect(await take("/api/user", "one")).toBe("1");
  expect(await take("/api/user", "one")).toBeNull();
});

test("an answer is given to nobody but the token that asked, and to no other request", async () => {
  const { ahead, take } = setUp();
  ahead.ask(["/api/user"], "one");
  expect(await take("/api/user", "two")).toBeNull();
  expect(await take("/api/user", "one", "PUT")).toBeNull();
  expect(await take("/api/user?all=true", "one")).toBeNull();
});

test("another token in the session, or none, has everything forgotten; its own does not", async () => {
  for (const [token, left] of [
    ["one", "1"],
    ["two", null],
    [null, null],
  ] as const) {
    const { ahead, take } = setUp();
    ahead.ask(["/api/user"], "one");
    ahead.keepOnly(token);
    expect(await take("/api/user", "one")).toBe(left);
  }
});

test("who asks anew forgets what was asked for before", async () => {
  const { ahead, take } = setUp();
  ahead.ask(["/api/user"], "one");
  ahead.ask(["/api/changes"], "two");
  expect(await take("/api/user", "one")).toBeNull();
  expect(await take("/api/user", "two")).toBeNull();
  expect(await take("/api/changes", "two")).toBe("2");
});

test("an answer that is no longer fresh is not given", async () => {
  const { ahead, take, pass } = setUp();
  ahead.ask(["/api/user"], "one");
  pass(30_001);
  expect(await take("/api/user", "one")).toBeNull();
});

test("a failure is the one's who takes it, and nobody's when it is not taken", async () => {
  const ahead = createAhead({
    send: () => Promise.reject(new TypeError("offline")),
    headers: () => ({}),
    now: () => 0,
  });
  ahead.ask(["/api/user", "/api/changes"], "one");
  const taken = ahead.take("/api/user", { method: "GET", headers: { authorization: "Bearer one" } });
  await expect(taken).rejects.toThrow("offline");
});
