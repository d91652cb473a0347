import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import type { RateLimiter } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let patient: TestPatient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient();
});
afterAll(() => server.close());

const issue = async () =>
  (await server.call(auth.getOneTimeToken, { body: {} }, { token: patient.token })).ok.onetimetoken;
const sameOriginHeaders = { "sec-fetch-site": "same-origin" };

async function postHandoff(form: Record<string, string>, headers: Record<string, string> = sameOriginHeaders) {
  const answer = await server.app.inject({
    method: "POST",
    url: "/enter",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]));
  return { status: answer.statusCode, location: answer.headers.location, cookies };
}

describe("the frame's session continues in the whole window", () => {
  test("a one-time token in the body signs in and leads to the path; no token in the address", async () => {
    const { status, location, cookies } = await postHandoff({ onetimetoken: await issue(), to: "/order/123" });
    expect([status, location]).toEqual([303, "/order/123"]);
    expect(cookies["refreshToken"]).toMatchObject({
      ...{ httpOnly: true, sameSite: "Strict", path: "/api", maxAge: 604_800 },
    });
    expect(cookies["accessToken"]).toMatchObject({ sameSite: "Lax", path: "/", maxAge: 604_800 });
    const token = cookies["accessToken"]?.value ?? "";
    expect((await server.call(account.user, {}, { token })).ok.id).toBe(patient.id);
  });

  test("it works once", async () => {
    const onetimetoken = await issue();
    await postHandoff({ onetimetoken, to: "/home" });
    const again = await postHandoff({ onetimetoken, to: "/home" });
    expect([again.location, again.cookies]).toEqual(["/login?redirectTo=%2Fhome", {}]);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", ""])(
    "own paths only: “%s” leads home",
    async (to) => {
      expect((await postHandoff({ onetimetoken: await issue(), to })).location).toBe("/home");
    },
  );

  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    {},
  ])("another site's form signs nobody in: %o", async (headers) => {
    const onetimetoken = await issue();
    expect((await postHandoff({ onetimetoken, to: "/home" }, headers)).cookies).toEqual({});
    expect((await postHandoff({ onetimetoken, to: "/home" })).location).toBe("/home");
  });

  test("a browser that sends no Sec-Fetch-Site arrives signed in, by the origin of the page that sent the form", async () => {
    const { origin } = new URL(server.services.config.publicUrl);
    const { location, cookies } = await postHandoff({ onetimetoken: await issue(), to: "/order/123" }, { origin });
    expect(location).toBe("/order/123");
    expect(Object.keys(cookies)).toEqual(expect.arrayContaining(["accessToken", "refreshToken"]));
  });

  test("what Sec-Fetch-Site says decides, whatever origin is named", async () => {
    const { origin } = new URL(server.services.config.publicUrl);
    for (const site of ["cross-site", "same-site", "none", ""]) {
      const form = { onetimetoken: await issue(), to: "/home" };
      expect((await postHandoff(form, { "sec-fetch-site": site, origin })).cookies, site).toEqual({});
    }
  });

  test("an invalid body leads to the login, and so does one of more than 8 KB", async () => {
    const ofBytes = (bytes: number) => ({
      to: "/order/123",
      onetimetoken: "x".repeat(bytes - "to=%2Forder%2F123&onetimetoken=".length),
    });
    for (const [form, path] of [
      ...[[{}, "home"] as const, [ofBytes(8192), "order/123"] as const, [ofBytes(8193), "home"] as const],
    ]) {
      const { status, location, cookies } = await postHandoff(form as Record<string, string>);
      expect([status, location, cookies]).toEqual([303, `/login?redirectTo=${encodeURIComponent(`/${path}`)}`, {}]);
    }
  });

  test.each([
    ["application/json", '{"to":5}'],
    ["text/plain", "to=/order/123"],
  ])("it takes forms only: %s leads to the login", async (type, payload) => {
    const headers = { "content-type": type, ...sameOriginHeaders };
    const answer = await server.app.inject({ method: "POST", url: "/enter", headers, payload });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/login?redirectTo=%2Fhome"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each([
    [new Refusal("rate_limited"), false],
    [new Refusal("unavailable"), true],
    [new Error("a broken limiter"), true],
  ])("a failure leads to the login, not to an error in the window: %s; in the log: %s", async (error, logged) => {
    const onetimetoken = await issue();
    const services = server.services as { limiter: RateLimiter };
    const { limiter } = services;
    services.limiter = { ...limiter, consume: () => Promise.reject(error) };
    const stopped = await postHandoff({ onetimetoken, to: "/order/123" }).finally(() => (services.limiter = limiter));
    expect(stopped).toEqual({ status: 303, location: "/login?redirectTo=%2Forder%2F123", cookies: {} });
    expect(server.logged().includes(error.message)).toBe(logged);
    expect((await postHandoff({ onetimetoken, to: "/order/123" })).location).toBe("/order/123");
  });
});
