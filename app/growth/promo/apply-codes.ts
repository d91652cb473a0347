import type { Call } from "#app/api/client.ts";
import { isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { isAutoApplied } from "./promo-codes.ts";
import { type CodeNotice, ownReferralLinkNotice } from "./code-news.ts";
import { codeRefusal, type RefusalServices } from "./code-refusal.ts";

/** What codes are tried with, and what follows from them. */
export interface ApplyCodesServices extends RefusalServices {
  readonly call: Call;
  readonly cookies: CookieJar;
  readonly record: OnboardingRecord;
  /** Her visit's order has another price now. */
  readonly applied: (record: OnboardingRecord) => void;
  /** Her next charge has another price now. */
  readonly kept: () => void;
  readonly tell: (notice: CodeNotice) => void;
}

/**
 * The codes she came with (spec §4, §5): that of her session goes on her visit's order while the visit is open, that of an existing customer
 * on her next charge. Each is tried once; one that is refused goes, with the server's sentence. What could not be asked stays for later.
 * The address is rid of a code once there is nothing more to do about it.
 */
export async function applyCodes(services: ApplyCodesServices): Promise<void> {
  const { call, cookies, record } = services;
  const couponid = cookies.get(cookieNames.promocode);
  if (record.onboardingstatus === "PENDING" && !record.nonrxmedicationonly) {
    if (couponid === null) return;
    if (record.couponid !== null || record.stop !== null || !isAutoApplied(couponid)) return services.cleanAddress();
    await tryCode(services, cookieNames.promocode, async () => {
      services.applied((await call(onboarding.applyCoupon, { body: { couponid } })).onboarding);
      services.cleanAddress();
    });
    return;
  }
  // From here on it is for the store, which reads its cookie.
  if (couponid !== null) services.cleanAddress();
  await checkReferralCode(services);
  const code = cookies.get(cookieNames.promocodeExisting);
  if (code === null) return;
  await tryCode(services, cookieNames.promocodeExisting, async () => {
    const { message } = await call(growth.applyPromoCode, { body: { code } });
    cookies.drop(cookieNames.promocodeExisting);
    services.cleanAddress();
    services.kept();
    services.tell({ kind: "success", text: message });
  });
}

/** A friend's link brings her nothing any more: it goes without a word, her own with one. */
async function checkReferralCode({ call, cookies, tell: showNotice, cleanAddress }: ApplyCodesServices): Promise<void> {
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
    // Its banner would promise what she was just refused.
    const sessionPromoCode = services.cookies.get(cookieNames.sessionPromo);
    if (sessionPromoCode?.toUpperCase() === refusedCode?.toUpperCase()) services.cookies.drop(cookieNames.sessionPromo);
    services.cleanAddress();
    services.tell({ kind: "warning", text: error.message });
  }
}
