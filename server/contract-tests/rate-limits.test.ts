import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { support } from "#contract/support.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
// A minute of a limit doesn't end during a test, however long it takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

beforeAll(async () => {
  server = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "5" });
});
afterAll(() => server.close());

test("each call counts against its address's requests, and no address against another's", async () => {
  const request = async (remoteAddress: string) => {
    const { statusCode, headers } = await server.app.inject({ url: "/api/v2/lookup/state", remoteAddress });
    return { status: statusCode, wait: Number(headers["retry-after"]) };
  };
  for (let allowed = 0; allowed < 5; allowed += 1) expect((await request("198.51.100.1")).status).toBe(200);
  const refused = await request("198.51.100.1");
  expect(refused.status).toBe(429);
  expect(refused.wait).toBeGreaterThan(0);
  expect(refused.wait).toBeLessThanOrEqual(60);
  expect((await request("198.51.100.2")).status).toBe(200);
});

test("a patient's requests are their own: neither their household's nor a stranger's at the same address count", async () => {
  const household = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "100" });
  try {
    const [rosa, mara] = [await household.newPatient(), await household.newPatient()];
    const address = "198.51.100.9";
    const asks = (token: string | undefined) =>
      household
        .call(account.user, {}, { address, ...(token !== undefined && { token }) })
        .then((answer) => answer.status);
    for (let allowed = 0; allowed < 100; allowed += 1) expect(await asks(rosa.token)).toBe(200);
    expect(await asks(rosa.token)).toBe(429);
    expect(await asks(mara.token)).toBe(200);
    // Made-up, forged and missing tokens are the address's requests.
    const strangers = ["made-up", `${rosa.token.slice(0, -4)}AAAA`, undefined];
    for (let allowed = 0; allowed < 100; allowed += 1) expect(await asks(strangers[allowed % 3])).toBe(401);
    expect(await asks(strangers[0])).toBe(429);
    expect((await household.call(support.searchArticles, { query: { q: "sleep" } }, { address })).status).toBe(429);
    expect(await asks(mara.token)).toBe(200);
  } finally {
    await household.close();
  }
});

test("the published contract is generated once, answered 304 to clients that have it, and limited", async () => {
  const stringify = vi.spyOn(JSON, "stringify");
  const request = (known?: string) =>
    server.app.inject({ url: "/api/openapi.json", headers: known ? { "if-none-match": known } : {} });
  const first = await request();
  expect(first.json()).toMatchObject({ openapi: "3.1.0" });
  expect((await request()).payload).toBe(first.payload);
  const again = await request(`"another", W/${String(first.headers.etag)}`);
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
  for (let more = 3; more < 60; more += 1) expect((await request(first.headers.etag)).statusCode).toBe(304);
  const rendered = stringify.mock.calls.filter(
    ([value]) => (value as { openapi?: string } | null)?.openapi === "3.1.0",
  );
  stringify.mockRestore();
  expect(rendered).toHaveLength(1);
  const refused = await request();
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, "rate_limited"]);
});

test("probes are never refused, and query the database at most once a second", async () => {
  const asked = vi.spyOn(server.services.db, "getExecutor");
  const from = performance.now();
  for (let probe = 0; probe < 500; probe += 1)
    expect((await server.app.inject({ url: "/health/ready" })).statusCode).toBe(200);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(Math.floor((performance.now() - from) / 1000) + 1);
  expect(asked).toHaveBeenCalled();
});

test("searches of articles: 120 a minute per address", async () => {
  const unlimitedServer = await startTestServer();
  try {
    const search = () => unlimitedServer.call(support.searchArticles, { query: { q: "sleep" } });
    for (let allowed = 0; allowed < 120; allowed += 1) expect((await search()).status).toBe(200);
    const { status, problem } = await search();
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
  } finally {
    await unlimitedServer.close();
  }
});
