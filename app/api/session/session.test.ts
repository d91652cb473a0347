import { describe, expect, test } from "vitest";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { readCookie, serializeCookie, memoryCookies } from "./cookies.ts";
import { scheduleTokenRefresh } from "./schedule-refresh.ts";
import { createSession } from "./session.ts";
import { renewalDelay } from "./token.ts";

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const record = { onboardingstep: 3 } as OnboardingRecord;
const now = 1_000_000_000;
const seconds = now / 1000;
const quarterHour = { iat: seconds, exp: seconds + 900 };

describe("§4 session", () => {
  test("§4 a session begun earlier is found by its cookie", () => {
    expect(createSession(memoryCookies({ accessToken: "t" })).get()).toMatchObject({ token: "t", record: undefined });
  });

  test("§9 the cookie of a session lives for seven days from sign-in and from each renewal", () => {
    const ages: [string, number | undefined][] = [];
    const cookies = memoryCookies();
    const session = createSession({
      ...cookies,
      set: (name, value, seconds) => {
        ages.push([name, seconds]);
        cookies.set(name, value);
      },
    });
    session.signedIn("t", record);
    session.renewed("u");
    expect(ages).toEqual([
      ["accessToken", 604_800],
      ["accessToken", 604_800],
    ]);
  });

  test("§4 log out clears user, token, step and the four cookies, and no others", () => {
    const cookies = memoryCookies({
      accessToken: "t",
      referralToken: "r",
      promocode: "p",
      promocodeExistingID: "e",
      sessionPromo: "s",
      utm: "u",
    });
    const session = createSession(cookies);
    session.setRecord(record);
    session.clear();
    expect(session.get()).toMatchObject({ token: null, record: undefined });
    expect(cookies.all()).toEqual({ sessionPromo: "s", utm: "u" });
  });

  test("§4 listeners hear of a change once, and not when nothing changed", () => {
    const session = createSession(memoryCookies());
    let notifications = 0;
    session.subscribe(() => (notifications += 1));
    session.signedIn("t", record);
    session.renewed("t");
    session.setRecord(record);
    expect(notifications).toBe(1);
  });

  test("§4 another tab signs out, signs in, and renews", () => {
    const cookies = memoryCookies({ accessToken: token({ sub: "a", n: 1 }) });
    const session = createSession(cookies);
    session.setRecord(record);
    cookies.set("accessToken", token({ sub: "a", n: 2 }));
    session.sync();
    expect(session.get().record).toBe(record);
    cookies.set("accessToken", token({ sub: "b" }));
    session.sync();
    expect(session.get()).toMatchObject({ token: token({ sub: "b" }), record: undefined });
    cookies.drop("accessToken");
    session.sync();
    expect(session.get().token).toBeNull();
  });

  test("§4 where cookies are refused the token lives in memory", () => {
    const session = createSession({ get: () => null, set() {}, drop() {} });
    session.signedIn("t");
    session.sync();
    expect(session.get().token).toBe("t");
  });
});

describe("§9 cookies", () => {
  test("§9 the token's cookie: 604800 s, whole site, Lax, Secure on https", () => {
    expect(serializeCookie("accessToken", "a b", { seconds: 604_800, secure: true })).toBe(
      "accessToken=a%20b; Path=/; SameSite=Lax; Max-Age=604800; Secure",
    );
    expect(serializeCookie("a", "b", { secure: false })).toBe("a=b; Path=/; SameSite=Lax");
  });

  test("values are found by their exact name, and malformed ones are ignored", () => {
    const header = "xaccessToken=1; accessToken=a%3Db=c; bad=%zz";
    expect(readCookie(header, "accessToken")).toBe("a=b=c");
    expect(readCookie(header, "Token")).toBeNull();
    expect(readCookie(header, "bad")).toBeNull();
  });
});

describe("§4 scheduled refresh", () => {
  test("§4 a minute before the token ends", () => expect(renewalDelay(token(quarterHour), now, true)).toBe(840_000));
  test("§4 for a token found at start, by its remaining lifetime", () => {
    expect(renewalDelay(token(quarterHour), now + 600_000, false)).toBe(240_000);
    expect(renewalDelay(token(quarterHour), now + 2_000_000, false)).toBe(0);
  });
  test("§4 a wrong clock does not make a new token look expired", () => {
    expect(renewalDelay(token(quarterHour), now + 9_000_000, true)).toBe(840_000);
    expect(renewalDelay(token(quarterHour), now - 9_000_000, false)).toBe(840_000);
  });
  test.each(["", "x", "a.b.c", token({})])("§4 a token without an expiry (%j) is not scheduled", (text) => {
    expect(renewalDelay(text, now, true)).toBeNull();
  });

  test("§4 one timer at a time, cleared when the patient is signed out", () => {
    const planned: { ms: number; run: () => void; off: boolean }[] = [];
    const refreshes: string[] = [];
    const session = createSession(memoryCookies());
    const stop = scheduleTokenRefresh({
      session,
      now: () => now,
      refresh: (expired) => {
        refreshes.push(expired);
        return Promise.resolve(null);
      },
      after: (ms, run) => {
        const timer = { ms, run, off: false };
        planned.push(timer);
        return () => (timer.off = true);
      },
    });
    expect(planned).toEqual([]);
    const first = token(quarterHour);
    session.signedIn(first);
    planned[0]?.run();
    expect(refreshes).toEqual([first]);
    session.renewed(token({ ...quarterHour, n: 2 }));
    expect(planned.map(({ ms, off }) => [ms, off])).toEqual([
      [840_000, true],
      [840_000, false],
    ]);
    session.clear();
    expect(planned[1]?.off).toBe(true);
    stop();
  });
});
