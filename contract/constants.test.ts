import { describe, expect, test } from "vitest";
import {
  cookieSeconds,
  flowVariants,
  limits,
  newTermsCutoff,
  promoCodes,
  promoCodesNotAutoApplied,
  upsellCodes,
} from "./constants.ts";

describe("§9 business constants and limits", () => {
  test("§9 passwords have 8 to 50 characters; §5 the last part of an e-mail has up to 24", () => {
    expect([limits.passwordMin, limits.passwordMax, limits.emailTldMax]).toEqual([8, 50, 24]);
  });
  test("§9 one retry, 3000 ms times the attempt; throttle 800 ms; chunk load timeout 120000 ms; loader auto-hide 5000 ms", () => {
    expect([limits.apiRetries, limits.apiRetryDelayMs]).toEqual([1, 3000]);
    expect([limits.throttleMs, limits.chunkLoadTimeoutMs, limits.loaderAutoHideMs]).toEqual([800, 120_000, 5000]);
  });
  test("§9 cookie lifetimes: UTM and first touch 3 days, no-backend-UTM flags 1 hour, session promo 48 h, promo form 30 days, auth 7 days", () => {
    expect(cookieSeconds).toEqual({
      utm: 259_200,
      noBackendUtm: 3600,
      sessionPromo: 172_800,
      showPromoForm: 2_592_000,
      auth: 604_800,
      // Not in the specification: a device on which a patient signed in before.
      device: 34_560_000,
    });
  });
  test("§9 new terms cutoff date: 9 Dec 2024", () => expect(newTermsCutoff).toBe("2024-12-09"));
  test("§9 follow-up rating scale 1 to 10", () =>
    expect([limits.followupRatingMin, limits.followupRatingMax]).toEqual([1, 10]));
  test("§9 the promo codes, and those excluded from auto-apply", () => {
    expect(promoCodes).toEqual([
      "FSASTORE30",
      "HSASTORE30",
      "FSAHSA80",
      "BFBLOSSOM40",
      "BFBLOSSOM40FIXED",
      "WINBACK10",
    ]);
    expect(promoCodesNotAutoApplied).toEqual([
      "BFBLOSSOM40",
      "BFBLOSSOM40FIXED",
      "BLACKFRIDAY2022",
      "CYBERMONDAY2022",
      "BFBLOSSOM10",
    ]);
  });
  test("§9 upsell product codes: ESTRIOL51 (cream) and UPSELL51 (minoxidil)", () =>
    expect(upsellCodes).toEqual({ cream: "ESTRIOL51", minoxidil: "UPSELL51" }));
  test("§3 the flow variants", () =>
    expect(flowVariants).toEqual(["C", "D1", "D2", "E1", "F1", "F2", "F3v1", "F3v2", "G", "H"]));
  test("§9 notification previews, message pages, phone, uploads, receipts", () => {
    expect([limits.notificationPreview, limits.notificationPreviewOver, limits.messagePageSize]).toEqual([82, 85, 50]);
    expect([limits.phoneShownMax, limits.hsaFirstYear]).toEqual([12, 2021]);
    expect([limits.uploadBytes, limits.imageQuality]).toEqual([26_214_400, 0.7]);
  });
});
