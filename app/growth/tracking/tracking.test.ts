import { describe, expect, test } from "vitest";
import { cookieMaxAges, cookieNames } from "#app/api/session/cookie-names.ts";
import { serializeCookie, memoryCookies } from "#app/api/session/cookies.ts";
import { frameCookies } from "#contract/cart/frame-limits.ts";
import { saveCodes, promoQuery } from "../promo/promo-codes.ts";
import { trackingQuery, saveTrackingCookie, saveTracking, pruneTracking } from "./tracking-cookies.ts";

const now = 1_700_000_000_000;
/** Visits a URL with a cookie jar that also records max ages. */
function visitAddress(search: string, start: Record<string, string> = {}, isPrivate = false) {
  const cookies = memoryCookies(start);
  const maxAges: Record<string, number> = {};
  const set = (name: string, value: string, seconds?: number) => {
    maxAges[name] = seconds ?? 0;
    cookies.set(name, value);
  };
  saveCodes(search, { ...cookies, set });
  const isNew = saveTracking(search, { ...cookies, set }, { now, newId: () => "new-id-1", isPrivate });
  return { cookies: cookies.all(), maxAges, isNew };
}
const track = (search: string, start?: Record<string, string>) => visitAddress(search, start).cookies;
const days3 = 259_200;
const hours48 = 172_800;

describe("§3, §9 tracking", () => {
  test.each(["id", "name", "source", "medium", "campaign", "term", "content", "audience", "site", "placement"])(
    "§3 §9 utm_%s is kept as last and first touch, 3 days",
    (field) => {
      const { cookies, maxAges, isNew } = visitAddress(`?utm_${field}=a`);
      expect(JSON.parse(cookies["utm"] ?? "")).toEqual({ [field]: "a" });
      expect(JSON.parse(cookies["firstTouchUtm"] ?? "")).toEqual({ [field]: "a" });
      expect([maxAges["utm"], maxAges["firstTouchUtm"], isNew]).toEqual([days3, days3, true]);
    },
  );

  test.each([
    ["gclid=g1", "gclid", "g1", days3],
    ["tbclid=t1", "tbclid", "t1", days3],
    ["fbp=fb.1.2.3", "_fbp", "fb.1.2.3", days3],
    ["fbc=fb.1.2.c", "_fbc", "fb.1.2.c", days3],
    ["fbclid=abc1", "_fbc", `fb.1.${now}.abc1`, days3],
    ["x=1", "deduplicationId", "new-id-1", days3],
    ["_ef_transaction_id=e1", "everflowTransactionId", "e1", days3],
    ["sas_m_awin=a1", "sas_m_awin", "a1", days3],
    ['sas_m_awin={"clickId":"a1"}', "sas_m_awin", "a1", days3],
    ["irclickid=i1", "irclickid", "i1", days3],
    ["tblci=b1", "taboolaClickID", "b1", days3],
    ["promocode=FSASTORE30", "sessionPromo", "FSASTORE30", hours48],
    ["promocode=FSASTORE30", "promocode", "FSASTORE30", hours48],
    ["promocodeExistingID=WINBACK10", "promocodeExistingID", "WINBACK10", hours48],
    ["refcode=FRIEND1", "referralToken", "FRIEND1", days3],
    ["feature=checkoutform", "showPromoForm", "true", 2_592_000],
  ])("§3 §9 %s is kept in the cookie %s", (query, cookie, value, seconds) => {
    const { cookies, maxAges } = visitAddress(`?${query}`);
    expect([cookies[cookie], maxAges[cookie]]).toEqual([value, seconds]);
  });

  test("§9 every cookie has a lifetime; the session's is 7 days, the flags' 1 hour", () => {
    expect(Object.keys(cookieMaxAges).toSorted()).toEqual(Object.values(cookieNames).toSorted());
    expect([cookieMaxAges.accessToken, cookieMaxAges.noBackendUtm, cookieMaxAges.noBackendFirstTouchUtm]).toEqual([
      604_800, 3600, 3600,
    ]);
  });

  test("§3 the first touch is written once, the last touch on a new campaign", () => {
    const cookies = track("?utm_source=second", { utm: '{"source":"first"}', firstTouchUtm: '{"source":"first"}' });
    expect(cookies["utm"]).toBe('{"source":"second"}');
    expect(cookies["firstTouchUtm"]).toBe('{"source":"first"}');
  });

  test("§3 a URL without a campaign leaves the last touch alone and is not new", () => {
    const { cookies, isNew } = visitAddress("?page=2", { utm: '{"source":"first"}' });
    expect([cookies["utm"], isNew]).toEqual(['{"source":"first"}', false]);
    expect(visitAddress("?promocode=FSASTORE30").isNew).toBe(false);
    expect(visitAddress("?gclid=g1").isNew).toBe(true);
  });

  test("§3 the deduplication id is created once", () => {
    expect(track("", { deduplicationId: "old" })["deduplicationId"]).toBe("old");
  });

  test.each(["BFBLOSSOM40", "BFBLOSSOM40FIXED", "BLACKFRIDAY2022", "CYBERMONDAY2022", "BFBLOSSOM10"])(
    "§9 %s is not applied automatically",
    (code) => {
      const cookies = track(`?promocode=${code}`);
      expect(cookies["sessionPromo"]).toBe(code);
      expect(cookies["promocode"]).toBeUndefined();
    },
  );

  test.each([
    `promocode=${"A".repeat(41)}&refcode=a%0Ab`,
    `utm_source=${"x".repeat(100_000)}`,
    `gclid=${"x".repeat(100_000)}&irclickid=${"x".repeat(100_000)}&fbclid=${"x".repeat(250)}`,
    "utm_source=a%00b&gclid=a%0d%0ab",
    "utm_source=her@example.com&utm_term=hot%20flashes&utm_content=415-867-5309",
    "promocode=%E5%A4%9C&refcode=a%20b&promocodeExistingID=x%40y.example",
    "gclid=her@example.com&tblci=4158675309&irclickid=menopause-1",
    'sas_m_awin={"clickId":{"$gt":""}}&fbc={}',
    "utm_evil=1&__proto__=x&constructor=y",
  ])("hostile values are dropped: %.60s", (query) => {
    expect(visitAddress(`?${query}`)).toMatchObject({ cookies: { deduplicationId: "new-id-1" }, isNew: false });
    expect(Object.keys(track(`?${query}`))).toEqual(["deduplicationId"]);
  });

  test("decisions §13 with Global Privacy Control the campaign is kept but no click id, and earlier ones are dropped", () => {
    const { cookies, isNew } = visitAddress(
      "?utm_source=s&gclid=g1&fbclid=b1",
      { irclickid: "before", deduplicationId: "d" },
      true,
    );
    expect(cookies).toEqual({ utm: '{"source":"s"}', firstTouchUtm: '{"source":"s"}' });
    expect(isNew).toBe(true);
  });

  test("§2.1 the session promo travels to the marketing site", () => {
    expect(promoQuery(memoryCookies({ sessionPromo: "FSAHSA80" }))).toEqual({ sessionPromo: "FSAHSA80" });
    expect(promoQuery(memoryCookies())).toEqual({});
  });
});

describe("§3 attribution is carried to another page of ours", () => {
  test.each(["FSASTORE30", "BFBLOSSOM40"])("as cookies that are stored again, with the promo %s", (promo) => {
    const cookies = track(
      `?utm_id=7&utm_source=news&gclid=g1&sas_m_awin=a1&promocode=${promo}&refcode=ROSA&promocodeExistingID=E`,
    );
    expect(track(`?${trackingQuery(memoryCookies(cookies)).toString()}`)).toEqual(cookies);
  });
  test("without the browser's own ids and forged cookies", () => {
    expect([...trackingQuery(memoryCookies({ _fbp: "p", _fbc: "c" }))]).toEqual([]);
    const forged = { gclid: "her@example.com", utm: '{"source":"menopause","medium":"mail"}' };
    expect([...trackingQuery(memoryCookies(forged))]).toEqual([["utm_medium", "mail"]]);
  });
  test.each([undefined, "{", "null", "7", '{"source":7,"email":"x"}'])("a cookie that says %j is ignored", (utm) => {
    expect([...trackingQuery(memoryCookies(utm === undefined ? {} : { utm }))]).toEqual([]);
  });
});

describe("§7 cookies sent by the marketing site", () => {
  const cookieByParameter = (
    name: (typeof frameCookies)[number],
    value: string,
    start: Record<string, string> = {},
  ) => {
    const cookies = memoryCookies(start);
    saveTrackingCookie(name, value, cookies);
    return cookies.all();
  };
  test("are stored; the first touch once", () => {
    expect(cookieByParameter("gclid", "g1")).toEqual({ gclid: "g1" });
    expect(cookieByParameter("utm", '{"source":"s","email":"x"}')).toEqual({ utm: '{"source":"s"}' });
    expect(cookieByParameter("firstTouchUtm", '{"source":"2"}', { firstTouchUtm: "1" })).toEqual({
      firstTouchUtm: "1",
    });
  });
  test.each(frameCookies)(
    "%s obeys the rules for URLs: a value that is too long or has control characters is dropped",
    (name) => {
      for (const value of ["x".repeat(100_000), "a\u0000b", "a\r\nb"])
        expect(cookieByParameter(name, value)).toEqual({});
    },
  );
  test("§9 a code of a past campaign is not applied automatically", () => {
    expect(cookieByParameter("promocode", "BFBLOSSOM40")).toEqual({});
    expect(cookieByParameter("promocode", "FSASTORE30")).toEqual({ promocode: "FSASTORE30" });
  });
});

describe("quality 4: no link locks a visitor out", () => {
  /** The longest possible link: every value at its maximum length, in characters that grow most when encoded. */
  const biggest = () => {
    const query = new URLSearchParams();
    for (const field of ["id", "name", "source", "medium", "campaign", "term"])
      query.set(`utm_${field}`, "夜".repeat(100));
    for (const id of ["gclid", "tbclid", "_ef_transaction_id", "irclickid", "tblci", "fbp", "fbc"])
      query.set(id, `a1${"^".repeat(82)}`);
    query.set("sas_m_awin", `a1${"x".repeat(248)}`);
    query.set("promocode", "x".repeat(40));
    query.set("promocodeExistingID", "y".repeat(40));
    query.set("refcode", "z".repeat(40));
    return `?${query.toString()}`;
  };
  const sizeOf = (cookies: Record<string, string>) =>
    Object.entries(cookies)
      .map(([name, value]) => serializeCookie(name, value, { secure: true }).split(";")[0]?.length ?? 0)
      .reduce((sum, length) => sum + length, 0);

  test("its cookies stay below 6 kB together, and its values are kept", () => {
    const cookies = track(biggest());
    expect(Object.keys(cookies)).toEqual(
      expect.arrayContaining(["utm", "firstTouchUtm", "gclid", "_fbc", "sas_m_awin", "referralToken"]),
    );
    expect(encodeURIComponent(cookies["utm"] ?? "").length).toBeLessThanOrEqual(1000);
    expect(sizeOf(cookies)).toBeLessThan(6000);
  });

  test("cookies that are too long are dropped at startup, whoever wrote them; the others stay", () => {
    const good = { utm: '{"source":"s"}', firstTouchUtm: '{"source":"f"}', gclid: "g1", referralToken: "rosa2345" };
    const bad = {
      tbclid: "x".repeat(4000),
      sas_m_awin: `{"clickId":"a1","rest":"${"x".repeat(1500)}"}`,
      promocode: "夜".repeat(200),
      _fbc: "her@example.com",
    };
    const cookies = memoryCookies({ ...good, ...bad, accessToken: "x".repeat(3000) });
    pruneTracking(cookies);
    expect(cookies.all()).toEqual({ ...good, accessToken: "x".repeat(3000) });
  });
});
