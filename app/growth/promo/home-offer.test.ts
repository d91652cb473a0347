import { describe, expect, test } from "vitest";
import { allowsPromo } from "./home-promo.tsx";

const zone = "America/New_York";
const signedUp = (day: string, acceptednewterms = false) => ({
  signupdate: Date.parse(`${day}T12:00:00Z`) / 1000,
  acceptednewterms,
});
const newcomer = signedUp("2026-01-05");

describe("§4 the promo banner in the patient area", () => {
  const both = [false, true];
  const together = both.flatMap((terms) =>
    both.flatMap((failed) => both.map((urgent) => ({ terms, failed, urgent, shown: !terms && !failed && !urgent }))),
  );
  test.each(together)("terms due: $terms, payment failed: $failed, something urgent: $urgent → $shown", (each) => {
    const record = each.terms ? signedUp("2024-05-01") : newcomer;
    const user = { hasfailedtransaction: each.failed };
    expect(allowsPromo({ record, user, mayOfferPromo: !each.urgent }, zone)).toBe(each.shown);
  });

  test("is shown again once the terms are accepted", () => {
    const of = (accepted: boolean) => ({
      record: signedUp("2024-05-01", accepted),
      user: undefined,
      mayOfferPromo: true,
    });
    expect([false, true].map((accepted) => allowsPromo(of(accepted), zone))).toEqual([false, true]);
  });

  test("does not wait for data: what is unknown does not block it", () =>
    expect(allowsPromo({ record: undefined, user: undefined, mayOfferPromo: undefined }, zone)).toBe(true));
});
