import type { Call } from "#app/api/request.ts";
import { isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { isAutoApplied } from "./promo-codes.ts";
import { type CodeNotice, ownReferralLinkNotice } from "./code-news.ts";
import { codeRefusal, type RefusalServices } from "./code-refusal.ts";

/** What codes are applied with, and the callbacks for the outcome. */
export interface ApplyCodesServices extends RefusalServices {
  readonly call: Call;
  readonly cookies: CookieJar;
  readonly record: OnboardingRecord;
  /** The price of the visit's order has changed. */
  readonly onVisitRepriced: (record: OnboardingRecord) => void;
  /** The price of the patient's next charge has changed. */
  readonly onNextChargeRepriced: () => void;
  readonly showNotice: (notice: CodeNotice) => void;
}

/**
 * Applies the codes the patient came with (spec §4, §5): the session's code to the order of an open visit, an existing customer's code to
 * the next charge. Each is tried once. A refused code is dropped and the server's message shown; a code whose request failed is kept for
 * later. A code leaves the URL once nothing is left to do with it.
 */
export async function applyCodes(services: ApplyCodesServices): Promise<void> {
  const { call, cookies, record } = services;
  const couponid = cookies.get(cookieNames.promocode);
  if (record.onboardingstatus === "PENDING" && !record.nonrxmedicationonly) {
    if (couponid === null) return;
    if (record.couponid !== null || record.stop !== null || !isAutoApplied(couponid)) return services.cleanAddress();
    await tryCode(services, cookieNames.promocode, async () => {
      services.onVisitRepriced((await call(onboarding.applyCoupon, { body: { couponid } })).onboarding);
      services.cleanAddress();
    });
    return;
  }
  // From here on the code is for the store, which reads its cookie.
  if (couponid !== null) services.cleanAddress();
  await checkReferralCode(services);
  const code = cookies.get(cookieNames.promocodeExisting);
  if (code === null) return;
  await tryCode(services, cookieNames.promocodeExisting, async () => {
    const { message } = await call(growth.applyPromoCode, { body: { code } });
    cookies.drop(cookieNames.promocodeExisting);
    services.cleanAddress();
    services.onNextChargeRepriced();
    services.showNotice({ tone: "success", text: message });
  });
}

/** Drops a friend's referral code, which is of no use after the visit; shows a notice only if it is the patient's own. */
async function checkReferralCode({ call, cookies, showNotice, cleanAddress }: ApplyCodesServices): Promise<void> {
  const referralcode = cookies.get(cookieNames.referral);
  if (referralcode === null) return;
  try {
    await call(growth.checkReferral, { body: { referralcode } }, { silent: true });
  } catch (error) {
    if (!isApiError(error) || !error.code.startsWith("referral_")) return;
    if (error.code === "referral_own") showNotice(ownReferralLinkNotice);
  }
  cookies.drop(cookieNames.referral);
  cleanAddress();
}

async function tryCode(services: ApplyCodesServices, cookie: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isApiError(error)) throw error;
    const refusal = codeRefusal(error);
    if (refusal === "unauthorized") return services.signOut();
    if (refusal === null) return;
    const refusedCode = services.cookies.get(cookie);
    services.cookies.drop(cookie);
    // The banner would still promise the code that was just refused.
    const sessionPromoCode = services.cookies.get(cookieNames.sessionPromo);
    if (sessionPromoCode?.toUpperCase() === refusedCode?.toUpperCase()) services.cookies.drop(cookieNames.sessionPromo);
    services.cleanAddress();
    services.showNotice({ tone: "warning", text: error.message });
  }
}
