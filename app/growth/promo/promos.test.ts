import { describe, expect, test } from "vitest";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { hidePromo, isPromoHidden, type PromoStorage } from "./hidden-promo.ts";
import { promoText, sessionPromo } from "./session-promo.ts";
import { showsCouponField } from "./promo-codes.ts";

const promo = {
  code: "FSAHSA80",
  banner: "Anniversary Sale: $80 off treatment",
  startson: "2026-03-01",
  endson: "2026-03-31",
  firstorder: false,
};
const practice = { promos: [promo], brand: { timezone: "America/New_York" } };
const on = (moment: string, code: string | null = "FSAHSA80") =>
  sessionPromo(memoryCookies(code === null ? {} : { sessionPromo: code }), practice, new Date(moment));

describe("§4 the promo banner is shown while a session promo is active", () => {
  test("for a code the practice offers, in any spelling", () => {
    expect(on("2026-03-10T12:00:00Z", " fsahsa80 ")).toEqual(promo);
  });
  test.each([null, "", "NOSUCHCODE"])("not for %j", (code) => expect(on("2026-03-10T12:00:00Z", code)).toBeNull());
  test("from its first day to its last in the practice's time zone", () => {
    expect(on("2026-03-01T04:59:59Z")).toBeNull();
    expect(on("2026-03-01T05:00:00Z")).toEqual(promo);
    expect(on("2026-04-01T03:59:59Z")).toEqual(promo);
    expect(on("2026-04-01T04:00:00Z")).toBeNull();
  });
});

describe("the promo banner only promises what the patient can have", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  const jar = memoryCookies({ sessionPromo: "FSAHSA80" });
  test("a first-order promo is not shown to a patient who has ordered", () => {
    const first = { ...practice, promos: [{ ...promo, firstorder: true }] };
    expect(sessionPromo(jar, first, now, true)).toBeNull();
    expect(sessionPromo(jar, first, now, false)?.code).toBe("FSAHSA80");
    expect(sessionPromo(jar, practice, now, true)?.code).toBe("FSAHSA80");
  });
  test("it says how the code is used: automatically, typed at checkout, or in the store if the patient has no checkout", () => {
    expect(promoText("FSAHSA80", true).join(" …")).toContain("take it off when you check out");
    expect(promoText("BFBLOSSOM40", true)).toEqual(["Enter", " when you check out."]);
    for (const code of ["FSAHSA80", "BFBLOSSOM40"]) expect(promoText(code, false)[1]).toContain("in our store");
  });
});

describe("§4 hidden for the session on request", () => {
  const browser = (): PromoStorage & { readonly stored: Map<string, string> } => {
    const stored = new Map<string, string>();
    return {
      stored,
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
    };
  };
  const now = new Date("2026-11-23T12:00:00Z");
  test("in every tab, for as long as the session promo lasts", () => {
    const memory = browser();
    const otherTab = () => memory;
    hidePromo(() => memory, "FSAHSA80", null, now);
    const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
    expect(isPromoHidden(otherTab, "FSAHSA80", null, hours(47))).toBe(true);
    expect(isPromoHidden(otherTab, "FSAHSA80", null, hours(48))).toBe(false);
  });
  test("and shown again for another email or another promo", () => {
    const memory = browser();
    expect(isPromoHidden(() => memory, "FSAHSA80", "rosa@example.com", now)).toBe(false);
    hidePromo(() => memory, "FSAHSA80", "rosa@example.com", now);
    expect(isPromoHidden(() => memory, "FSAHSA80", "rosa@example.com", now)).toBe(true);
    expect(isPromoHidden(() => memory, "FSAHSA80", "rosa@example.org", now)).toBe(false);
    expect(isPromoHidden(() => memory, "FSAHSA80", null, now)).toBe(false);
    expect(isPromoHidden(() => memory, "FSASTORE30", "rosa@example.com", now)).toBe(false);
    expect([...memory.stored.values()].join()).not.toContain("rosa");
  });
  test("without storage it reappears, and nothing breaks", () => {
    const refused = () => {
      throw new Error("SecurityError");
    };
    hidePromo(refused, "FSAHSA80", null, now);
    expect(isPromoHidden(refused, "FSAHSA80", null, now)).toBe(false);
  });
});

describe("§9 the code field at checkout", () => {
  test.each([
    [{}, false],
    [{ showPromoForm: "true" }, true],
    [{ sessionPromo: "FSAHSA80" }, true],
  ])("with the cookies %j: %s", (cookies, shown) => expect(showsCouponField(memoryCookies(cookies))).toBe(shown));
});
