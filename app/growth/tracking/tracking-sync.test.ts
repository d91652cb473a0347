import { describe, expect, test } from "vitest";
import { networkError } from "#app/api/api-error.ts";
import type { Call } from "#app/api/request.ts";
import { memoryCookies } from "#app/api/session/cookies.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { syncTracking } from "./sync-tracking.ts";

const record = { flow_variant: "H", deduplicationID: "d-1" } as OnboardingRecord;
const utm = { id: null, source: "news", medium: "her@example.com" };
const answers: Readonly<Record<string, unknown>> = {
  "/session/utm": { utm },
  "/firsttouch/utm": { utm: null },
  "/experiment": { items: [{ name: "visit_lead", variant: "why" }] },
};

async function sync(
  start: Record<string, string> = {},
  {
    isNew = false,
    offline = false,
    given = answers,
  }: { isNew?: boolean; offline?: boolean; given?: typeof answers } = {},
) {
  const cookies = memoryCookies(start);
  const lives: Record<string, number> = {};
  const made: { path: string; body: unknown }[] = [];
  const call = ((endpoint: { path: string }, { body }: { body?: unknown }) => {
    made.push({ path: endpoint.path, body });
    return offline ? Promise.reject(networkError()) : Promise.resolve(given[endpoint.path] ?? {});
  }) as unknown as Call;
  const set = (name: string, value: string, seconds = 0) => {
    lives[name] = seconds;
    cookies.set(name, value);
  };
  await syncTracking({ call, cookies: { ...cookies, set }, record, isNew });
  return { made, cookies: cookies.all(), lives, paths: made.map(({ path }) => path) };
}

describe("§7 session/utm, firsttouch/utm", () => {
  test("are requested if there is no cookie, and stored in it for 3 days, known fields only", async () => {
    const { cookies, lives } = await sync();
    expect(cookies["utm"]).toBe('{"source":"news"}');
    expect(lives["utm"]).toBe(259_200);
  });
  test("§9 that there is none is remembered for an hour, without asking again", async () => {
    const { cookies, lives } = await sync();
    expect([cookies["noBackendFirstTouchUtm"], lives["noBackendFirstTouchUtm"]]).toEqual(["true", 3600]);
    const flags = { noBackendUtm: "true", noBackendFirstTouchUtm: "true", variants: "{}" };
    expect((await sync(flags)).paths).toEqual([]);
  });
  test("are not requested if the cookies exist", async () => {
    const there = { utm: '{"source":"a"}', firstTouchUtm: '{"source":"a"}', variants: "{}" };
    expect((await sync(there)).paths).toEqual([]);
  });
  test("offline, nothing is remembered and nothing breaks", async () => {
    expect((await sync({}, { isNew: true, offline: true })).cookies).toEqual({});
  });
  test("a forged response is ignored", async () => {
    const { cookies } = await sync({}, { given: { ...answers, "/session/utm": { utm: { source: { a: 1 } } } } });
    expect([cookies["utm"], cookies["noBackendUtm"]]).toEqual([undefined, "true"]);
  });
});

describe("§7 OnboardingIdentify and shareasale", () => {
  test("send the flow and every click id after sign-up or a campaign", async () => {
    const { made } = await sync(
      {
        everflowTransactionId: "e-1",
        irclickid: "i-1",
        taboolaClickID: "t-1",
        sas_m_awin: '{"clickId":"s-1"}',
      },
      { isNew: true },
    );
    expect(made.slice(0, 2)).toEqual([
      {
        path: "/integromat/events/{eventName}",
        body: {
          flow_variant: "H",
          deduplicationid: "d-1",
          everflowtransactionid: "e-1",
          irclickid: "i-1",
          taboolaclickid: "t-1",
        },
      },
      { path: "/patient/onboardingv2/shareasale", body: { shareasaleclickid: "s-1" } },
    ]);
  });
  test("send no malformed click id", async () => {
    const { made } = await sync({ irclickid: "her@example.com", sas_m_awin: "{}" }, { isNew: true });
    expect(made[0]?.body).toEqual({ flow_variant: "H", deduplicationid: "d-1" });
    expect(made.map(({ path }) => path)).not.toContain("/patient/onboardingv2/shareasale");
  });
  test("send nothing if nothing is new", async () => {
    expect((await sync()).paths).not.toContain("/integromat/events/{eventName}");
  });
});

test("§7 /experiment: the patient's variants are requested once, and again after a sign-in", async () => {
  const first = await sync();
  expect([first.cookies["variants"], first.lives["variants"]]).toEqual(['{"visit_lead":"why"}', 259_200]);
  expect((await sync(first.cookies)).paths).not.toContain("/experiment");
  expect((await sync(first.cookies, { isNew: true })).paths).toContain("/experiment");
});
