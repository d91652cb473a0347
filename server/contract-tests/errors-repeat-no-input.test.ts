import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { handlers } from "#server/features.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { exampleBody, examplePath } from "./testing/example-requests.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("a word in any text of any call is repeated by no error, and is in no log", () => {
  const word = "Nightjarqexo";
  const calls = [...everyCall()].filter(
    ({ feature, name, call }) => name in handlers[feature] && call.body && !call.upload,
  );

  test.each(calls.map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call })))(
    "$title",
    async ({ call }) => {
      const { token } = await server.newPatient();
      for (const body of [1, 2, 3].flatMap((seed) => [...withWord(exampleBody(call, seed), word)])) {
        const { statusCode, payload } = await server.app.inject({
          method: call.method,
          url: examplePath(call),
          payload: JSON.stringify(body),
          headers: {
            "content-type": "application/json",
            ...(call.access.caller === "clinic" ? { "x-api-key": testApiKey } : { authorization: `Bearer ${token}` }),
            ...(call.idempotency ? { "idempotency-key": newId() } : {}),
          },
        });
        if (statusCode >= 400) expect(payload).not.toContain(word);
      }
      expect(server.logged()).not.toContain(word);
    },
  );
});

/** The value with the word in place of all its texts at once, and of each one alone. */
function* withWord(value: unknown, word: string): Generator<unknown> {
  let texts = 0;
  const replaced = (isChosen: (index: number) => boolean): unknown => {
    texts = 0;
    const replaceText = (_key: string, part: unknown) => (typeof part === "string" && isChosen(texts++) ? word : part);
    return JSON.parse(JSON.stringify(value ?? null, replaceText));
  };
  yield replaced(() => true);
  for (let chosenIndex = 0; chosenIndex < Math.min(texts, 8); chosenIndex += 1)
    yield replaced((index) => index === chosenIndex);
}
