import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Router } from "wouter";
import { routes } from "#app/routes/routes.tsx";
import { FailedPaymentBanner, failedPaymentNotice } from "./failed-payment-banner.tsx";

describe("§8 failed-payment banner", () => {
  test.each([
    ["insufficient_funds", "FAILED PAYMENT NOTICE", "Your payment failed due to insufficient funds."],
    [
      "lost_card",
      "IMPORTANT NOTICE",
      "We have detected that your card has been reported lost. Please contact your card issuer and update your payment details.",
    ],
    ["expired_card", "IMPORTANT NOTICE", "We have detected that your card has expired."],
    ["invalid_expiry_month", "IMPORTANT NOTICE", "We have detected that your card has expired."],
    [
      "generic_decline",
      "FAILED PAYMENT NOTICE",
      "Your card has been declined. Update your payment info to continue treatment.",
    ],
    [null, "FAILED PAYMENT NOTICE", "Your card has been declined. Update your payment info to continue treatment."],
  ] as const)("§8 %s", (failedtransactionreason, title, text) => {
    expect(failedPaymentNotice({ hasfailedtransaction: true, failedtransactionreason })).toEqual({ title, text });
  });

  test("§8 no failed transaction, no banner", () => {
    expect(failedPaymentNotice({ hasfailedtransaction: false, failedtransactionreason: "lost_card" })).toBeNull();
  });

  test("§8 it is on every page of the dashboard, except where the card is changed", () => {
    const user = { hasfailedtransaction: true, failedtransactionreason: null };
    const hasBanner = (path: string) =>
      renderToStaticMarkup(
        <Router ssrPath={path}>
          <FailedPaymentBanner user={user} />
        </Router>,
      ).includes('href="/account-settings/billing-details"');
    const paths = routes.filter(({ shell }) => shell === "dashboard").map(({ path }) => path);
    expect(paths).toContain("/account-settings/billing-details");
    expect(paths.filter((path) => !hasBanner(path))).toEqual(["/account-settings/billing-details"]);
  });
});
