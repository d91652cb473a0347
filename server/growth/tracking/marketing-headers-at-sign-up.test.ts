import { beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { findVisitTracking } from "#server/onboarding/public.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const campaign = (source: string) => ({
  id: "7",
  name: "spring",
  source,
  medium: "mail",
  campaign: "garden",
  term: "patch",
  content: "banner",
  audience: "new",
  site: "a",
  placement: "top",
});
const [last, first] = [campaign("news"), campaign("search")];
const headers = {
  "x-utm": encodeURIComponent(JSON.stringify(last)),
  "x-first-touch-utm": encodeURIComponent(JSON.stringify(first)),
  "x-gclid": "g-1",
  "x-tbclid": "t-1",
  "x-deduplication-id": "d-1",
  "x-fbp": "fb.1.2.3",
  "x-fbc": "fb.1.2.c4",
};
const clicks = { gclid: "g-1", tbclid: "t-1", deduplicationid: "d-1", fbp: "fb.1.2.3", fbc: "fb.1.2.c4" };
const storedUtms = async (options: Parameters<TestServer["call"]>[2]) => [
  (await server.call(growth.sessionUtm, {}, options)).ok.utm,
  (await server.call(growth.firstTouchUtm, {}, options)).ok.utm,
];

describe.each([auth.signUp, auth.signUpNonRx])("§7 headers on sign-up: POST $path", (endpoint) => {
  const signUp = (more: Readonly<Record<string, string>>) => {
    const names = { firstname: "Rosa", lastname: "W" };
    const body = { email: `h-${newId()}@example.com`, password: "marigold at noon", ...names };
    return server.call(endpoint, { body }, { headers: more });
  };

  test("§7 UTM, first-touch UTM, gclid, tbclid, deduplicationid, fbp and fbc are kept with the patient, every field of them", async () => {
    const { ok } = await signUp(headers);
    expect(await findVisitTracking(server.services.db, ok.userid)).toEqual({
      utm: last,
      firsttouchutm: first,
      ...clicks,
    });
    expect(await storedUtms({ token: ok.idToken })).toEqual([last, first]);
  });

  test("§13 a browser that asks for privacy leaves only its campaign", async () => {
    const { ok } = await signUp({ ...headers, "sec-gpc": "1" });
    expect(await findVisitTracking(server.services.db, ok.userid)).toEqual({ utm: last, firsttouchutm: first });
  });

  test("forged and oversize ones are ignored, and the sign-up succeeds", async () => {
    const forged = Object.fromEntries(
      Object.keys(headers).map((name) => [name, `rosa@example.com ${"x".repeat(3000)}`]),
    );
    const { status, ok } = await signUp(forged);
    expect([status, await findVisitTracking(server.services.db, ok.userid)]).toEqual([201, {}]);
  });
});

test("§7 POST /patient/base: the marketing headers of a visitor who leaves an e-mail are kept for their browser, every field of them", async () => {
  const browser = { "x-cookie-id": crypto.randomUUID() };
  const body = { email: `h-${newId()}@example.com` };
  await server.call(onboarding.collectEmail, { body }, { headers: { ...headers, ...browser } });
  expect(await storedUtms({ headers: browser })).toEqual([last, first]);
});
