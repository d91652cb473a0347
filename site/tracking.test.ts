import { describe, expect, test } from "vitest";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { saveCodes } from "#app/growth/promo/promo-codes.ts";
import { saveTracking, pruneTracking } from "#app/growth/tracking/tracking-cookies.ts";
import { ToFrame } from "#contract/cart/frame.ts";
import { promoCodesNotAutoApplied } from "#contract/constants.ts";
import { forWidget, intoApp, keepVisit } from "./tracking.ts";

const now = 1_800_000_000_000;
const newId = () => "an-id-1";

/** A cookie jar that remembers lifetimes too. */
function jar(start: Readonly<Record<string, string>> = {}) {
  const cookies = memoryCookies(start);
  const lifetimes: Record<string, number> = {};
  const set = (name: string, value: string, lifetime?: number) => {
    lifetimes[name] = lifetime ?? 0;
    cookies.set(name, value);
  };
  return { ...cookies, set, lifetimes };
}

function landWith(search: string, start: Readonly<Record<string, string>> = {}, isPrivate = false) {
  const cookies = jar(start);
  keepVisit({ search, cookies, now, newId, isPrivate });
  return cookies;
}

const everything =
  "?utm_id=1&utm_name=n&utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=x&utm_audience=a&utm_site=w&utm_placement=p" +
  "&gclid=g1&tbclid=t1&fbp=f1&fbclid=b1&_ef_transaction_id=e1&sas_m_awin=w1&irclickid=i1&tblci=l1" +
  "&promocode=fsastore30&promocodeExistingID=old&refcode=friend";

describe("§3 tracking on the marketing site", () => {
  test.each([
    everything,
    "?sessionPromo=HSASTORE30",
    "?promocode=bfblossom40",
    "?fbc=fb.1.2.3",
    "?utm_source=",
    "?gclid=%00",
    "?gclid=words&tbclid=4158675309&fbclid=1a&irclickid=1970-05-17",
    `?gclid=a1${"^".repeat(84)}&tblci=a1${"^".repeat(80)}`,
    `?utm_id=${"夜".repeat(100)}&utm_name=n&utm_source=${"夜".repeat(100)}&utm_term=t`,
    "?utm_source=her%252540example.com&utm_term=%25256denopause&utm_content=1970-05-17&utm_medium=536-22-8726&utm_id=7",
    `?promocode=${"a".repeat(41)}&refcode=${"夜".repeat(9)}&promocodeExistingID=a%20b`,
    `?gclid=${"g".repeat(251)}`,
    `?utm_source=${"x".repeat(100_000)}&irclickid=${"x".repeat(100_000)}`,
    "?utm_source=her@example.com&utm_term=hot%20flashes&utm_content=call%20415-867-5309&utm_medium=mail",
    "?gclid=her@example.com&irclickid=4158675309&tblci=menopause-1&fbclid=a%0Ab",
    '?sas_m_awin={"clickId":"2450_abc"}',
    '?sas_m_awin={"clickId":7}',
    "",
  ])("stores the same as the app does, for %.80s", (search) => {
    const isPrivate = false;
    const app = jar();
    pruneTracking(app);
    saveCodes(search, app);
    saveTracking(search, app, { now, newId, isPrivate });
    const site = landWith(search);
    expect(site.all()).toEqual(app.all());
    expect(site.lifetimes).toEqual(app.lifetimes);
    const wish = jar({ gclid: "before-1" });
    saveCodes(search, wish);
    saveTracking(search, wish, { now, newId, isPrivate: true });
    expect(landWith(search, { gclid: "before-1" }, true).all()).toEqual(wish.all());
  });

  test("has the same words and numbers as the app", () => {
    for (const word of ["menopause", "hot-flash", "estradiol", "low%20desire", "hrt"])
      expect(landWith(`?utm_source=${word}&gclid=a1-${word}`).all(), word).toEqual({ deduplicationId: "an-id-1" });
    for (const number of ["415-867-5309", "536-22-8726", "1970-05-17", "her@example.com"])
      expect(landWith(`?utm_source=${number}`).all(), number).toEqual({ deduplicationId: "an-id-1" });
  });

  test("quality 4: drops malformed cookies, as the app does", () => {
    const kept = {
      utm: `{"source":"${"x".repeat(2000)}"}`,
      firstTouchUtm: '{"source":"f"}',
      gclid: "x".repeat(4000),
      tbclid: "t1",
      promocode: "夜",
      referralToken: "ROSA",
    };
    const app = jar({ ...kept });
    pruneTracking(app);
    saveTracking("", app, { now, newId, isPrivate: false });
    expect(landWith("", kept).all()).toEqual(app.all());
    expect(Object.keys(app.all())).toEqual(["firstTouchUtm", "tbclid", "referralToken", "deduplicationId"]);
  });

  test("§9 cookie lifetimes: 3 days for a visit, 48 hours for a promo", () => {
    expect(landWith(everything).lifetimes).toMatchObject({
      utm: 259_200,
      firstTouchUtm: 259_200,
      gclid: 259_200,
      referralToken: 259_200,
      sessionPromo: 172_800,
      promocode: 172_800,
    });
  });

  test("§9 the same codes of past campaigns are not applied automatically", () => {
    expect(promoCodesNotAutoApplied).toContain("BFBLOSSOM10");
    for (const code of promoCodesNotAutoApplied)
      expect(landWith(`?promocode=${code}`).all()).toEqual({ sessionPromo: code, deduplicationId: "an-id-1" });
  });

  test("§13 the first touch is written once, the last touch on every new campaign", () => {
    const first = landWith("?utm_source=a").all();
    const second = landWith("?utm_source=b", first).all();
    expect(second).toMatchObject({ firstTouchUtm: '{"source":"a"}', utm: '{"source":"b"}' });
    expect(landWith("?other=1", second).all()).toEqual(second);
  });

  test("fbclid becomes the _fbc form with the time in ms", () => {
    expect(landWith("?fbclid=IwAR0").get("_fbc")).toBe(`fb.1.${now}.IwAR0`);
  });

  test("§13 Global Privacy Control: no click id is stored, an earlier one is removed, the campaign stays", () => {
    const kept = landWith(everything, { gclid: "before-1", _fbc: "fb.1.2.before" }, true).all();
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

describe("§7 what the widget is sent", () => {
  test("exactly the cookies the frame accepts", () => {
    const isTaken = (name: string) => ToFrame.safeParse({ cart: 1, type: "cookie", n: 1, name, value: "x" }).success;
    const sent = forWidget(jar(Object.fromEntries(Object.values(cookieNames).map((name) => [name, "x"]))));
    expect(sent.map(({ name }) => name).toSorted()).toEqual(Object.values(cookieNames).filter(isTaken).toSorted());
  });

  test("only existing ones", () => {
    expect(forWidget(jar({ gclid: "g", accessToken: "secret" }))).toEqual([{ name: "gclid", value: "g" }]);
  });
});

describe("links into the app", () => {
  const parameters = (start: Readonly<Record<string, string>>, href = "https://app.example/login") =>
    Object.fromEntries(new URL(intoApp(href, jar(start))).searchParams);

  test("carry campaign, click ids, promo and referral code", () => {
    const { fbp: _browser, ...kept } = parameters(landWith(everything).all());
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
      gclid: "g1",
      tbclid: "t1",
      fbc: `fb.1.${now}.b1`,
      _ef_transaction_id: "e1",
      sas_m_awin: "w1",
      irclickid: "i1",
      tblci: "l1",
      promocode: "FSASTORE30",
      refcode: "FRIEND",
    });
  });

  test("§13 carry nothing else", () => {
    expect(parameters({ accessToken: "secret", quiz_goal: "sleep", deduplicationId: "d", _fbp: "f" })).toEqual({});
    expect(parameters({ utm: '{"source":"s","email":"her@example.com"}' })).toEqual({ utm_source: "s" });
  });

  test("keep their own parameters", () => {
    const own = parameters({ promocode: "A", sessionPromo: "A", utm: "{broken" }, "https://app.example/x?promocode=B");
    expect(own).toEqual({ promocode: "B" });
  });

  test("the app reads the same visit from them", () => {
    const site = landWith(everything);
    const app = jar();
    const { search } = new URL(intoApp("https://app.example/eligibility", site));
    saveCodes(search, app);
    saveTracking(search, app, {
      now,
      newId,
      isPrivate: false,
    });
    expect(app.all()).toMatchObject({
      utm: site.get("utm"),
      gclid: "g1",
      promocode: "FSASTORE30",
      referralToken: "FRIEND",
    });
  });
});
