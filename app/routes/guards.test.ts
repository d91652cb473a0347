import { describe, expect, test } from "vitest";
import { type GuardName, guards, signInPath, type GuardInput } from "./guards.ts";
import { onboardingPaths } from "#app/browser/urls.ts";
import type { StepRecord } from "#app/onboarding/flow/step-redirects.ts";

const questionsFirst = [1, 1.5, 2, 2.1, 2.5, 2.9, 3.1, 3, 4, 5, 5.1, 5.2, 6, 7];
const revealFirst = [1, 1.5, 3, 2, 2.1, 2.5, 2.9, 3.1, 4, 5, 6, 7];

const at = (onboardingstep: number, more: Partial<StepRecord> = {}): StepRecord => ({
  onboardingstep,
  onboardingstatus: "PENDING",
  birthday: null,
  nonrxmedicationonly: false,
  steps: questionsFirst,
  ...more,
});
const done = at(7, { onboardingstatus: "DONE" });

function decide(guard: GuardName, path: string, visit: Partial<GuardInput> = {}): string {
  const outcome = guards[guard]({ path, query: "", signedIn: visit.record !== undefined, record: null, ...visit });
  return outcome.kind === "allow" ? "allow" : outcome.kind === "redirect" ? outcome.to : `leave ${outcome.to}`;
}

const ownPages: readonly (readonly [step: number, path: string])[] = [
  [1, "/eligibility"],
  [1.5, "/health-questions"],
  [2, "/health-questions"],
  [2.1, "/health-questions"],
  [2.9, "/health-questions"],
  [2.99, "/health-questions"],
  [3.1, "/health-questions"],
  [3, "/treatment-options"],
  [4, "/treatment-options"],
  [4.9, "/treatment-options"],
  [5, "/identity-verification"],
  [5.1, "/identity-verification"],
  [5.2, "/identity-verification"],
  [5.9, "/identity-verification"],
  [5.4, "/checkout"],
  [6, "/checkout"],
  [7, "/checkout"],
];

describe("§2.2 onboarding guard", () => {
  describe.each(ownPages)("§2.2 step %s", (step, own) => {
    test.each(["/", "/onboarding"])(`from %s goes to ${own}`, (path) => {
      expect(decide("onboarding", path, { record: at(step) })).toBe(own);
    });
    test(`${own} itself is shown`, () => {
      expect(decide("onboarding", own, { record: at(step) })).toBe("allow");
    });
  });

  test("§2.2 step 5.4 goes to checkout", () => {
    expect(decide("onboarding", "/", { record: at(5.4) })).toBe("/checkout");
  });

  test.each(onboardingPaths.filter((path) => path !== "/eligibility"))(
    "§2.2 without a token %s goes to eligibility",
    (path) => {
      expect(decide("onboarding", path)).toBe("/eligibility");
    },
  );

  test("§2.2 without a token /eligibility remains viewable", () => {
    expect(decide("onboarding", "/eligibility")).toBe("allow");
  });

  test.each(onboardingPaths)("§2.2 DONE at %s goes home", (path) => {
    expect(decide("onboarding", path, { record: done })).toBe("/home");
  });

  test("§2.2 without a record the visit begins at eligibility", () => {
    expect(decide("onboarding", "/", { record: null, signedIn: true })).toBe("/eligibility");
    expect(decide("onboarding", "/eligibility", { record: null, signedIn: true })).toBe("allow");
  });

  const order = ["/health-questions", "/treatment-options", "/treatment-addons", "/identity-verification", "/checkout"];
  const reach: readonly (readonly [step: number, pages: number])[] = [
    [1, 0],
    [1.5, 1],
    [2.5, 1],
    [3.1, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [5.2, 4],
    [5.4, 5],
    [6, 5],
    [7, 5],
  ];
  test.each(reach)("§2.2 step %s may go back to the %i pages reached, and no further", (step, reached) => {
    const shown = order.filter((path) => decide("onboarding", path, { record: at(step) }) === "allow");
    expect(shown).toEqual(order.slice(0, reached));
  });

  test("§2.2 a page ahead of the patient's step leads to that step", () => {
    expect(decide("onboarding", "/checkout", { record: at(2.1) })).toBe("/health-questions");
    expect(decide("onboarding", "/treatment-options", { record: at(1) })).toBe("/eligibility");
  });

  test("§4 a flow that reveals first lets the patient go back from the questions to the options", () => {
    const record = at(2.1, { steps: revealFirst });
    expect(decide("onboarding", "/treatment-options", { record })).toBe("allow");
    expect(decide("onboarding", "/treatment-addons", { record })).toBe("/health-questions");
    expect(decide("onboarding", "/health-questions", { record: at(3, { steps: revealFirst }) })).toBe("allow");
  });

  test("§2.2 signed in, the sign-up page leads on to the patient's step", () => {
    expect(decide("onboarding", "/eligibility", { record: at(3) })).toBe("/treatment-options");
  });
});

describe("§2.2 /redirect/ by onboarding step", () => {
  test.each([
    [1, "/eligibility"],
    [1.5, "/health-questions"],
    [2, "/health-questions"],
    [2.9, "/health-questions"],
    [3.1, "/health-questions"],
    [3, "/treatment-options"],
    [4.5, "/treatment-options"],
    [5, "/identity-verification"],
    [5.4, "/identity-verification"],
    [5.9, "/identity-verification"],
    [6, "/checkout"],
    [7, "/checkout"],
    [0, "/"],
    [1.2, "/"],
  ])("§2.2 step %s goes to %s", (step, to) => {
    expect(decide("redirect", "/redirect/", { record: at(step) })).toBe(to);
  });

  test("§2.2 DONE goes to /", () => expect(decide("redirect", "/redirect/", { record: done })).toBe("/"));
  test("§2.2 without a record goes to /", () => {
    expect(decide("redirect", "/redirect/", { record: null, signedIn: true })).toBe("/");
  });
  test("§2.2 with no access token it goes to /login", () => expect(decide("redirect", "/redirect/")).toBe("/login"));
});

describe("§2.2 dashboard guard", () => {
  test.each(["/home", "/treatment", "/messages/doctor", "/order/42", "/account-settings/email"])(
    "§2.2 with no token %s goes to login and back",
    (path) => expect(decide("dashboard", path)).toBe(`/login?redirectTo=${encodeURIComponent(path)}`),
  );
  test("§2.2 the return path keeps the query but no token", () => {
    expect(signInPath("/home", "?upsell=cream&token=abc")).toBe("/login?redirectTo=%2Fhome%3Fupsell%3Dcream");
  });
  test("§2.2 DONE is let in", () => expect(decide("dashboard", "/home", { record: done })).toBe("allow"));
  test.each(ownPages)("§2.2 PENDING at step %s goes to onboarding", (step) => {
    expect(decide("dashboard", "/home", { record: at(step) })).toBe("/");
  });
  test("§2.2 PENDING with a birthday goes to /", () => {
    expect(decide("dashboard", "/home", { record: at(2, { birthday: "1970-01-01" }) })).toBe("/");
  });
  test("§2.2 PENDING but non-Rx-only is let in", () => {
    expect(decide("dashboard", "/home", { record: at(2, { birthday: "1970-01-01", nonrxmedicationonly: true }) })).toBe(
      "allow",
    );
  });
  test("§2.2 without a record goes to onboarding", () => {
    expect(decide("dashboard", "/home", { record: null, signedIn: true })).toBe("/");
  });
});

describe("§2.2 other guards", () => {
  test("§2.2 referral: with no access token to eligibility", () =>
    expect(decide("referral", "/referral/")).toBe("/eligibility"));
  test("§2.2 referral: a patient sees Refer a Friend", () =>
    expect(decide("referral", "/referral", { record: done })).toBe("allow"));
  test("§2.2 login: an already logged-in visitor is redirected home", () => {
    expect(decide("visitor", "/login", { record: done })).toBe("/home");
    expect(decide("visitor", "/login", { record: at(3) })).toBe("/home");
  });
  test("§4 After login: fud is carried home by a visitor who is logged in already", () => {
    expect(decide("visitor", "/login", { record: done, query: "?fud=CALM-20" })).toBe("/home?fud=CALM-20");
    expect(decide("visitor", "/login", { record: done, query: "?fud=a%26b&expired=true" })).toBe("/home?fud=a%26b");
  });
  test("§2.2 login: remains viewable without a token", () => expect(decide("visitor", "/login")).toBe("allow"));
  test("§2.1 /website/ logs out and leaves for the marketing site", () => {
    expect(guards.website({ path: "/website/", query: "", signedIn: true, record: null })).toEqual({
      kind: "leave",
      to: "/",
      signOut: true,
    });
  });
  test("§2.1 /website/contact leaves for the contact page, still signed in", () => {
    expect(guards.contact({ path: "/website/contact", query: "", signedIn: true, record: null })).toEqual({
      kind: "leave",
      to: "/contact",
      signOut: false,
    });
  });
  test("§2.1 any unknown path goes to /404", () => expect(decide("unknown", "/no-such-page")).toBe("/404"));
});

describe("§2.2 no guards redirect in a loop", () => {
  const guardOf = (path: string): GuardName =>
    path === "/login"
      ? "visitor"
      : path === "/redirect/"
        ? "redirect"
        : (onboardingPaths as readonly string[]).includes(path)
          ? "onboarding"
          : "dashboard";
  const records = [undefined, null, done, ...ownPages.map(([step]) => at(step)), at(2, { nonrxmedicationonly: true })];
  test.each([...onboardingPaths, "/home", "/login", "/redirect/"])("from %s everybody arrives", (start) => {
    for (const record of records) {
      let path = start;
      for (let hops = 0; ; hops++) {
        expect(hops).toBeLessThan(5);
        const next = decide(guardOf(path), path, record === undefined ? {} : { record, signedIn: true });
        if (next === "allow") break;
        path = next.split("?")[0] ?? "";
      }
    }
  });
});
