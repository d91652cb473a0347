import { argon2 } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";

const hash = vi.fn(argon2);

let server: TestServer;
beforeAll(async () => {
  // Modules outlive a test file, so these are loaded again, with hashing spied on.
  vi.resetModules();
  vi.doMock(import("node:crypto"), async (original) => ({ ...(await original()), argon2: hash as never }));
  const { startTestServer } = await import("#server/testing/harness.ts");
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

test("§7 signin: an unknown e-mail costs the same hashing as a wrong password", async () => {
  const { email } = await server.newPatient();
  const costOf = async (each: string) => {
    hash.mockClear();
    await server.call(auth.signIn, { body: { email: each, password: "not her password", role: "PATIENT" } });
    return hash.mock.calls.map(([, { memory, passes, parallelism, tagLength }]) => [
      memory,
      passes,
      parallelism,
      tagLength,
    ]);
  };
  const cost = await costOf(email);
  expect(cost).toHaveLength(1);
  expect(await costOf(`nobody-${newId()}@example.com`)).toEqual(cost);
});
