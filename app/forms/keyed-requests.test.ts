import { expect, test } from "vitest";
import { ApiError, networkError } from "#app/api/api-error.ts";
import { createKeyedRequests } from "./keyed-requests.ts";

const refused = (status: number, code: ApiError["code"]) => new ApiError("Why.", { status, code });

/** The keys of these requests, each answered in turn: null works, an error fails. */
async function keysOf(...presses: readonly (readonly [unknown, Error | null])[]): Promise<string[]> {
  let made = 0;
  const keyed = createKeyedRequests(() => `key ${++made}`);
  const keys: string[] = [];
  for (const [request, error] of presses)
    await keyed(request, async (key) => {
      keys.push(key);
      if (error) throw error;
    }).catch(() => undefined);
  return keys;
}

test.each([
  ["no answer", networkError()],
  ["a server that broke off", refused(500, "internal")],
  ["haste", refused(429, "rate_limited")],
  ["a session that is over", refused(401, "token_expired")],
  ["the same one still under way", refused(409, "in_flight")],
])("the same request after %s has the same key", async (_, error) => {
  expect(await keysOf([{ a: 1 }, error], [{ a: 1 }, null])).toEqual(["key 1", "key 1"]);
});

test.each([
  ["worked", null],
  ["was refused", refused(409, "wrong_state")],
  ["was declined", refused(402, "card_declined")],
])("once it %s, the same again is another request", async (_, error) => {
  expect(await keysOf([{ a: 1 }, error], [{ a: 1 }, null])).toEqual(["key 1", "key 2"]);
});

test("another request has another key", async () => {
  expect(await keysOf([{ a: 1 }, networkError()], [{ a: 2 }, null])).toEqual(["key 1", "key 2"]);
});

test("one that is answered late ends no other", async () => {
  let made = 0;
  const keyed = createKeyedRequests(() => `key ${++made}`);
  const keys: string[] = [];
  let answer = () => {};
  const first = keyed({ a: 1 }, () => new Promise<void>((resolve) => (answer = resolve)));
  const again = (error: Error | null) =>
    keyed({ a: 2 }, async (key) => {
      keys.push(key);
      if (error) throw error;
    }).catch(() => undefined);
  await again(networkError());
  answer();
  await first;
  await again(null);
  expect(keys).toEqual(["key 2", "key 2"]);
});
