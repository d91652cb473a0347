import { cookieNames } from "#app/api/cookie-names.ts";
import { memoryCookies } from "#app/api/cookies.ts";
import { keepTracking } from "#app/growth/tracking.ts";
import { cookieSeconds, promoCodesNotAutoApplied } from "#contract/constants.ts";
import { ToFrame } from "#contract/frame.ts";
import { describe, expect, test } from "vitest";
import { forWidget, intoApp, keepVisit, notAutoApplied, seconds, widgetCookies } from "./assets/visit.js";

const now = 1_800_000_000_000;
const newId = () => "an-id";

/** A jar that remembers lifetimes too. */
function jar(start: Readonly<Record<string, string>> = {}) {
  const cookies = memoryCookies(start);
  const lifetimes: Record<string, number> = {};
  const set = (name: string, value: string, lifetime?: number) => {
    lifetimes[name] = lifetime ?? 0;
    cookies.set(name, value);
  };
  return { ...cookies, set, lifetimes };
}

function arrive(search: string, start: Readonly<Record<string, string>> = {}, isPrivate = false) {
  const cookies = jar(start);
  keepVisit({ search, cookies, now, newId, isPrivate });
  return cookies;
}

const everything =
  "?utm_id=1&utm_name=n&utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=x&utm_audience=a&utm_site=w&utm_placement=p" +
  "&gclid=g&tbclid=t&fbp=f&fbclid=b&_ef_transaction_id=e&sas_m_awin=w&irclickid=i&tblci=l" +
  "&promocode=fsastore30&promocodeExistingID=old&refcode=friend";

describe("§3 tracking on the marketing site", () => {
  test.each([
    everything,
    "?sessionPromo=HSASTORE30",
    "?promocode=bfblossom40",
    "?fbc=fb.1.2.3",
    "?utm_source=",
    "?gclid=%00",
    `?gclid=${"g".repeat(201)}`,
    "",
  ])("keeps the same as the app does, for %s", (search) => {
    const app = jar();
    keepTracking(search, app, now, newId);
    const site = arrive(search);
    expect(site.all()).toEqual(app.all());
    expect(site.lifetimes).toEqual(app.lifetimes);
  });

  test("§9 cookie lifetimes: 3 days for a visit, 48 hours for a promo", () => {
    expect(seconds).toEqual({ visit: cookieSeconds.utm, promo: cookieSeconds.sessionPromo });
    expect(arrive(everything).lifetimes).toMatchObject({
      utm: 259_200,
      firstTouchUtm: 259_200,
      gclid: 259_200,
      referralToken: 259_200,
      sessionPromo: 172_800,
      promocode: 172_800,
    });
  });

  test("§9 the same codes of past campaigns are not applied by themselves", () => {
    expect(notAutoApplied).toEqual(promoCodesNotAutoApplied);
    expect(arrive("?promocode=BFBLOSSOM10").all()).toEqual({ sessionPromo: "BFBLOSSOM10", deduplicationId: "an-id" });
  });

  test("§13 the first touch is written once, the last touch on every new campaign", () => {
    const first = arrive("?utm_source=a").all();
    const second = arrive("?utm_source=b", first).all();
    expect(second).toMatchObject({ firstTouchUtm: '{"source":"a"}', utm: '{"source":"b"}' });
    expect(arrive("?other=1", second).all()).toEqual(second);
  });

  test("fbclid becomes the _fbc form with the time in ms", () => {
    expect(arrive("?fbclid=IwAR0").get("_fbc")).toBe(`fb.1.${now}.IwAR0`);
  });

  test("§13 Global Privacy Control: no click id is kept, an earlier one goes, the campaign stays", () => {
    const kept = arrive(everything, { gclid: "before", _fbc: "fb.1.2.before" }, true).all();
    expect(Object.keys(kept).toSorted()).toEqual([
      "firstTouchUtm",
      "promocode",
      "promocodeExistingID",
      "referralToken",
      "sessionPromo",
      "utm",
    ]);
  });
});

describe("§7 what the widget is told", () => {
  test("exactly the cookies the frame takes", () => {
    const isTaken = (name: string) => ToFrame.safeParse({ cart: 1, type: "cookie", n: 1, name, value: "x" }).success;
    expect([...widgetCookies].toSorted()).toEqual(Object.values(cookieNames).filter(isTaken).toSorted());
  });

  test("only those that are there", () => {
    expect(forWidget(jar({ gclid: "g", accessToken: "secret" }))).toEqual([{ name: "gclid", value: "g" }]);
  });
});

describe("links into the app", () => {
  const parameters = (start: Readonly<Record<string, string>>, href = "https://app.example/login") =>
    Object.fromEntries(new URL(intoApp(href, jar(start))).searchParams);

  test("carry campaign, click ids, promo and referral code", () => {
    const { fbp: _browser, ...kept } = parameters(arrive(everything).all());
    expect(kept).toEqual({
      utm_id: "1",
      utm_name: "n",
      utm_source: "s",
      utm_medium: "m",
      utm_campaign: "c",
      utm_term: "t",
      utm_content: "x",
      utm_audience: "a",
      utm_site: "w",
      utm_placement: "p",
      gclid: "g",
      tbclid: "t",
      fbc: `fb.1.${now}.b`,
      _ef_transaction_id: "e",
      sas_m_awin: "w",
      irclickid: "i",
      tblci: "l",
      promocode: "FSASTORE30",
      refcode: "friend",
    });
  });

  test("§13 carry nothing else", () => {
    expect(parameters({ accessToken: "secret", quiz_goal: "sleep", deduplicationId: "d", _fbp: "f" })).toEqual({});
    expect(parameters({ utm: '{"source":"s","email":"her@example.com"}' })).toEqual({ utm_source: "s" });
  });

  test("keep what they say themselves", () => {
    const own = parameters({ promocode: "A", sessionPromo: "A", utm: "{broken" }, "https://app.example/x?promocode=B");
    expect(own).toEqual({ promocode: "B" });
  });

  test("the app reads the same visit from them", () => {
    const site = arrive(everything);
    const app = jar();
    keepTracking(new URL(intoApp("https://app.example/eligibility", site)).search, app, now, newId);
    expect(app.all()).toMatchObject({
      utm: site.get("utm"),
      gclid: "g",
      promocode: "FSASTORE30",
      referralToken: "friend",
    });
  });
});
