import { afterAll, beforeAll, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { PUBLIC_URL: "https://app.example.com", DEMO: "1" });
});
afterAll(() => server.close());

test.each(["/api/onboarding", "/api/unknown", "/health/live", "/api/openapi.json"])(
  "%s carries the security headers",
  async (url) => {
    const { headers } = await server.app.inject({ url });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "strict-transport-security": "max-age=31536000",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
  },
);

test("only a setting speaks for the names below this one", async () => {
  const env = { PUBLIC_URL: "https://app.example.com", DEMO: "1", HSTS_SUBDOMAINS: "1" };
  const speaking = await startTestServer({}, env);
  const { headers } = await speaking.app.inject({ url: "/health/live" });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  await speaking.close();
});

test("an answer with patient data is not cached", async () => {
  const { token } = await server.newPatient();
  const { status, headers } = await server.call(onboarding.record, {}, { token });
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
});

test("every API answer has the practice's current time, a refusal too; a page does not", async () => {
  server.clock.setOffset(30 * 86_400_000);
  for (const url of ["/api/v2/configuration", "/api/onboarding", "/api/unknown"]) {
    const before = server.clock.now().getTime();
    const { headers } = await server.app.inject({ url });
    const serverTime = Date.parse(String(headers["x-server-time"]));
    expect(serverTime).toBeGreaterThanOrEqual(before);
    expect(serverTime).toBeLessThanOrEqual(server.clock.now().getTime());
  }
  const { headers } = await server.app.inject({ url: "/health/live" });
  expect(headers).not.toHaveProperty("x-server-time");
});

test("no other origin may read an answer", async () => {
  const { headers } = await server.app.inject({ url: "/api/onboarding", headers: { origin: "https://evil.example" } });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

test("an error reveals no path, query or library", async () => {
  const { payload } = await server.app.inject({ url: "/api/shipping/%00" });
  expect(payload).not.toMatch(/node_modules|\/work|select|at Object/);
});
