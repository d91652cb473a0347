import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { seedDemo } from "./seed.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
test("x", async () => {
  const t = performance.now();
  await seedDemo(server.services);
  console.log("seed", performance.now() - t);
  const t2 = performance.now();
  await seedDemo(server.services);
  console.log("again", performance.now() - t2);
  expect(1).toBe(1);
});
