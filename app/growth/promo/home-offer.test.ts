import { describe, expect, test } from "vitest";
import type { Need } from "#contract/treatment.ts";
import { leavesRoomForOffer } from "./home-offer.ts";

const zone = "America/New_York";
const signedUp = (day: string, acceptednewterms = false) => ({
  signupdate: Date.parse(`${day}T12:00:00Z`) / 1000,
  acceptednewterms,
});
const newcomer = signedUp("2026-01-05");
const need = (kind: Need["kind"], href = "/home"): Need => ({ kind, title: "", text: "", href });

describe("§4 the promo banner on her own pages", () => {
  const both = [false, true];
  const together = both.flatMap((terms) =>
    both.flatMap((failed) => both.map((urgent) => ({ terms, failed, urgent, shown: !terms && !failed && !urgent }))),
  );
  test.each(together)("terms due: $terms, payment failed: $failed, something urgent: $urgent → $shown", (each) => {
    const record = each.terms ? signedUp("2024-05-01") : newcomer;
    const needs = [need("verify_email"), ...(each.urgent ? [need("reply_to_doctor")] : [])];
    expect(leavesRoomForOffer({ record, user: { hasfailedtransaction: each.failed }, needs }, zone)).toBe(each.shown);
  });

  test("comes back once the terms are accepted", () => {
    const of = (accepted: boolean) => ({ record: signedUp("2024-05-01", accepted), user: undefined, needs: [] });
    expect([false, true].map((accepted) => leavesRoomForOffer(of(accepted), zone))).toEqual([false, true]);
  });

  test.each([
    ["talk_to_doctor", "/messages/doctor", false],
    ["treatment_review", "/home", false],
    ["agree_to_change", "/treatment", false],
    ["update_payment", "/account-settings/billing-details", false],
    ["verify_identity", "/contact-us", false],
    ["verify_identity", "/account-settings/identity-verification", true],
    ["confirm_payment", "/order/1", true],
    ["renew_prescription", "/treatment", true],
  ] as const)("while %s leads to %s: %s", (kind, href, shown) =>
    expect(leavesRoomForOffer({ record: newcomer, user: undefined, needs: [need(kind, href)] }, zone)).toBe(shown),
  );

  test("waits for nothing: what is not known yet is in nobody's way", () =>
    expect(leavesRoomForOffer({ record: undefined, user: undefined, needs: undefined }, zone)).toBe(true));
});
