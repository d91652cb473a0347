import { afterAll, beforeAll, expect, test } from "vitest";
import { serializeCookie, memoryCookies } from "#app/api/session/cookies.ts";
import { visitorHeaders } from "#app/api/session/visitor-headers.ts";
import { saveCodes } from "#app/growth/promo/promo-codes.ts";
import { saveTracking, pruneTracking } from "#app/growth/tracking/tracking-cookies.ts";
import { auth } from "#contract/auth.ts";
import { growth } from "#contract/growth/calls.ts";
import { utmFields } from "#contract/growth/campaign-values.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startTestServer();
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

/** The longest links a browser sends: what is kept of them is bounded, the rest is dropped. */
const links = (() => {
  const utm = utmFields.map((field) => [`utm_${field}`, "夜".repeat(100)]);
  const clicks = ["gclid", "tbclid", "fbp", "fbclid", "_ef_transaction_id", "sas_m_awin", "irclickid", "tblci"];
  const codes = ["promocode", "promocodeExistingID", "refcode"];
  const linkOf = (click: string, code: string) =>
    `?${new URLSearchParams([...utm, ...clicks.map((name) => [name, click]), ...codes.map((name) => [name, code])] as [string, string][]).toString()}`;
  return { kept: linkOf(`a1${"x".repeat(230)}`, "X".repeat(40)), dropped: linkOf("^".repeat(250), "夜".repeat(200)) };
})();

/** Whether a page's call and a sign-up work for a browser with these cookies. */
async function pageAndSignUpStatus(cookies: ReturnType<typeof memoryCookies>): Promise<number[]> {
  const cookie = Object.entries(cookies.all())
    .map(([name, value]) => serializeCookie(name, value, { secure: true }).split(";")[0])
    .join("; ");
  const page = await fetch(`${origin}${fullPath(growth.sessionUtm)}`, { headers: { cookie } });
  const body = { email: `${newId()}@example.com`, password: "marigold at noon", firstname: "Rosa", lastname: "W" };
  const signUp = await fetch(`${origin}${fullPath(auth.signUpNonRx)}`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", ...visitorHeaders(auth.signUpNonRx, cookies) },
    body: JSON.stringify(body),
  });
  return [page.status, signUp.status];
}

test.each(Object.entries(links))("quality 4: after the biggest link, %s, page and sign-up work", async (_, search) => {
  const cookies = memoryCookies({ accessToken: "x".repeat(2000) });
  const arrival = { now: 1_800_000_000_000, newId: () => crypto.randomUUID(), isPrivate: false };
  for (let visit = 0; visit < 2; visit += 1) {
    saveCodes(search, cookies);
    saveTracking(search, cookies, arrival);
  }
  expect(await pageAndSignUpStatus(cookies)).toEqual([200, 201]);
});

test("quality 4: a browser with oversized cookies gets in, and is cleaned up when the app starts", async () => {
  const cookies = memoryCookies({
    utm: "x".repeat(4000),
    firstTouchUtm: "x".repeat(4000),
    gclid: "x".repeat(4000),
    promocode: "x".repeat(4000),
    irclickid: "x".repeat(4000),
  });
  expect(await pageAndSignUpStatus(cookies)).toEqual([200, 201]);
  pruneTracking(cookies);
  expect(Object.keys(cookies.all())).toEqual(["cookieId"]);
});

test("§3 a cookie of 100 kB is refused unread, in a plain sentence, and the next request is answered", async () => {
  const cookie = `utm=${"x".repeat(100_000)}`;
  const refused = await fetch(`${origin}${fullPath(growth.sessionUtm)}`, { headers: { cookie } });
  expect([refused.status, await refused.json()]).toEqual([
    431,
    { code: "malformed", message: "We couldn't read that request. Please reload the page and try again." },
  ]);
  expect(await pageAndSignUpStatus(memoryCookies())).toEqual([200, 201]);
  expect(server.logged()).not.toContain("xxxx");
});
