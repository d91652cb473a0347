import { describe, expect, test } from "vitest";
import { memoryCookies } from "#app/api/cookies.ts";
import { campaignQuery, keepCookie, keepTracking, promoQuery } from "./tracking.ts";

const track = (search: string, start: Record<string, string> = {}) => {
  const cookies = memoryCookies(start);
  keepTracking(search, cookies, 1_700_000_000_000, () => "new-id");
  return cookies.all();
};

describe("§3, §9 tracking", () => {
  test("§3 keeps the UTM set, and the first touch beside it", () => {
    const kept = track("?utm_source=news&utm_medium=mail&utm_id=7&utm_site=a");
    const set = { id: "7", source: "news", medium: "mail", site: "a" };
    expect(JSON.parse(kept["utm"] ?? "")).toEqual(set);
    expect(JSON.parse(kept["firstTouchUtm"] ?? "")).toEqual(set);
  });

  test("§3 the first touch is written once, the last touch on a new campaign", () => {
    const kept = track("?utm_source=second", { utm: '{"source":"first"}', firstTouchUtm: '{"source":"first"}' });
    expect(kept["utm"]).toBe('{"source":"second"}');
    expect(kept["firstTouchUtm"]).toBe('{"source":"first"}');
  });

  test("§3 an address without a campaign leaves the last touch alone", () => {
    expect(track("?page=2", { utm: '{"source":"first"}' })["utm"]).toBe('{"source":"first"}');
  });

  test("§3 keeps every click id", () => {
    expect(track("?gclid=g&tbclid=t&fbp=p&fbc=c&_ef_transaction_id=e&sas_m_awin=a&irclickid=i&tblci=b")).toMatchObject({
      gclid: "g",
      tbclid: "t",
      _fbp: "p",
      _fbc: "c",
      everflowTransactionId: "e",
      sas_m_awin: "a",
      irclickid: "i",
      taboolaClickID: "b",
    });
  });

  test("§3 a Facebook click becomes its cookie", () => {
    expect(track("?fbclid=abc")["_fbc"]).toBe("fb.1.1700000000000.abc");
  });

  test("§3 the deduplication id is made once", () => {
    expect(track("")["deduplicationId"]).toBe("new-id");
    expect(track("", { deduplicationId: "old" })["deduplicationId"]).toBe("old");
  });

  test("§9 a promo code becomes the session's and is applied by itself", () => {
    expect(track("?promocode=fsastore30")).toMatchObject({ sessionPromo: "FSASTORE30", promocode: "FSASTORE30" });
  });

  test.each(["BFBLOSSOM40", "BFBLOSSOM40FIXED", "BLACKFRIDAY2022", "CYBERMONDAY2022", "BFBLOSSOM10"])(
    "§9 %s is not applied by itself",
    (code) => {
      const kept = track(`?promocode=${code}`);
      expect(kept["sessionPromo"]).toBe(code);
      expect(kept["promocode"]).toBeUndefined();
    },
  );

  test("§2.2 refcode is kept as the referral token", () => {
    expect(track("?refcode=FRIEND1")["referralToken"]).toBe("FRIEND1");
  });

  test("§9 the promo form shows after feature=checkoutform", () => {
    expect(track("?feature=checkoutform")["showPromoForm"]).toBe("true");
  });

  test("hostile values are dropped", () => {
    expect(track(`?promocode=${"A".repeat(201)}&refcode=a%0Ab`)).toEqual({ deduplicationId: "new-id" });
  });

  test("§2.1 the session promo travels to the marketing site", () => {
    expect(promoQuery(memoryCookies({ sessionPromo: "FSAHSA80" }))).toEqual({ sessionPromo: "FSAHSA80" });
    expect(promoQuery(memoryCookies())).toEqual({});
  });
});

describe("§3 what was kept goes along to another page of ours", () => {
  test.each(["FSASTORE30", "BFBLOSSOM40"])("as cookies that are kept again, with the promo %s", (promo) => {
    const kept = track(
      `?utm_id=7&utm_source=news&gclid=g&sas_m_awin=a&promocode=${promo}&refcode=ROSA&promocodeExistingID=e`,
    );
    expect(track(`?${campaignQuery(memoryCookies(kept)).toString()}`)).toEqual(kept);
  });
  test("without the browser's own ids", () => {
    expect([...campaignQuery(memoryCookies({ _fbp: "p", _fbc: "c" }))]).toEqual([]);
  });
  test.each([undefined, "{", "null", "7", '{"source":7,"email":"x"}'])("a cookie that says %j gives none", (utm) => {
    expect([...campaignQuery(memoryCookies(utm === undefined ? {} : { utm }))]).toEqual([]);
  });
});

describe("§7 cookies the marketing site tells", () => {
  const told = (name: string, value: string, start: Record<string, string> = {}) => {
    const cookies = memoryCookies(start);
    keepCookie(name, value, cookies);
    return cookies.all();
  };
  test("are kept; the first touch once", () => {
    expect(told("gclid", "g")).toEqual({ gclid: "g" });
    expect(told("firstTouchUtm", "2", { firstTouchUtm: "1" })).toEqual({ firstTouchUtm: "1" });
  });
  test("§9 a code of a past campaign is not applied by itself", () => {
    expect(told("promocode", "BFBLOSSOM40")).toEqual({});
    expect(told("promocode", "FSASTORE30")).toEqual({ promocode: "FSASTORE30" });
  });
});
