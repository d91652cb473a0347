import { expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { startTestServer } from "#server/testing/harness.ts";
import { openSeedServer } from "./seed-server.ts";

test("a demo patient signs up where other patients need an invitation", async () => {
  const server = await startTestServer({}, { INVITATION_CODES: "SPRING-1" });
  const body = { email: "demo@example.com", password: "marigold at noon" };
  const seedServer = await openSeedServer(server.services);
  const { userid } = await seedServer.call(auth.signUp, { body });
  await seedServer.close();
  const other = await server.call(auth.signUp, { body: { ...body, email: "other@example.com" } });
  await server.close();
  expect(userid).toMatch(/^[0-9a-f-]{36}$/);
  expect(other.status).toBeGreaterThanOrEqual(400);
});
