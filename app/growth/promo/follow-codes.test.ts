import { expect, test } from "vitest";
import { memoryCookies } from "#app/api/session/cookies.ts";
import type { SessionState } from "#app/api/session/session.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { applyCodesOnSession } from "./apply-codes-on-session.ts";

const pending = { id: "rosa", onboardingstatus: "PENDING" } as OnboardingRecord;
const done = { id: "rosa", onboardingstatus: "DONE" } as OnboardingRecord;
const nobody: SessionState = { token: null, record: undefined, signingOut: false };

/** Runs `applyCodesOnSession` with these cookies; `now` sets the session, `attempts` counts the tries. */
function page(codes: Record<string, string>, first: Partial<SessionState> = {}) {
  const cookies = memoryCookies(codes);
  let state: SessionState = { ...nobody, ...first };
  let listener = () => {};
  let attempts = 0;
  applyCodesOnSession({
    session: {
      get: () => state,
      subscribe: (listeners) => {
        listener = listeners;
        return () => {};
      },
    },
    cookies,
    attempt: () => {
      attempts += 1;
      return Promise.reject(new Error("It does not matter what comes of it"));
    },
  });
  const now = (change: Partial<SessionState>) => {
    state = { ...state, ...change };
    listener();
  };
  return { cookies, now, attempts: () => attempts };
}

test("§4 a code is tried as soon as the patient's record is loaded, and not before", () => {
  const { now, attempts } = page({ promocode: "FSASTORE30" });
  expect(attempts()).toBe(0);
  now({ token: "t" });
  expect(attempts()).toBe(0);
  now({ record: pending });
  expect(attempts()).toBe(1);
  expect(page({ promocodeExistingID: "WINBACK10" }, { token: "t", record: done }).attempts()).toBe(1);
});

test("without a code or a record nothing is tried", () => {
  expect(page({}, { token: "t", record: pending }).attempts()).toBe(0);
  expect(page({ promocode: "FSASTORE30" }, { token: "t", record: null }).attempts()).toBe(0);
});

test("a code is tried once per page however often the session changes; again for another code, patient or status", () => {
  const { cookies, now, attempts } = page({ promocode: "FSASTORE30" }, { token: "t", record: pending });
  now({ record: { ...pending, couponid: null } });
  now({ token: "renewed" });
  expect(attempts()).toBe(1);
  cookies.set("promocode", "HSASTORE30", 60);
  now({ token: "t" });
  expect(attempts()).toBe(2);
  now({ record: done });
  expect(attempts()).toBe(3);
  now({ record: { ...done, id: "ada" } });
  expect(attempts()).toBe(4);
});
