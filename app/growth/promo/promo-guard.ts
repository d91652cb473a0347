import type { Call } from "#app/api/client.ts";
import { isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/cookie-names.ts";
import type { CookieJar } from "#app/api/cookies.ts";
import { growth } from "#contract/growth.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { isAutoApplied } from "./codes.ts";
import { type CodeNews, ownLink } from "./code-news.ts";
import { codeRefusal, type RefusalParts } from "./refused-code.ts";

/** What codes are tried with, and what follows from them. */
export interface GuardParts extends RefusalParts {
  readonly call: Call;
  readonly cookies: CookieJar;
  readonly record: OnboardingRecord;
  /** Her visit's order has another price now. */
  readonly applied: (record: OnboardingRecord) => void;
  /** Her next charge has another price now. */
  readonly kept: () => void;
  readonly tell: (news: CodeNews) => void;
}

/**
 * The codes she came with (spec §4, §5): that of her session goes on her visit's order while the visit is open, that of an existing customer
 * on her next charge. Each is tried once; one that is refused goes, with the server's sentence. What could not be asked stays for later.
 * The address is rid of a code once there is nothing more to do about it.
 */
export async function applyCodes(parts: GuardParts): Promise<void> {
  const { call, cookies, record } = parts;
  const couponid = cookies.get(cookieNames.promocode);
  if (record.onboardingstatus === "PENDING" && !record.nonrxmedicationonly) {
    if (couponid === null) return;
    if (record.couponid !== null || record.stop !== null || !isAutoApplied(couponid)) return parts.cleanAddress();
    await settle(parts, cookieNames.promocode, async () => {
      parts.applied((await call(onboarding.applyCoupon, { body: { couponid } })).onboarding);
      parts.cleanAddress();
    });
    return;
  }
  // From here on it is for the store, which reads its cookie.
  if (couponid !== null) parts.cleanAddress();
  await passFriendsLink(parts);
  const code = cookies.get(cookieNames.promocodeExisting);
  if (code === null) return;
  await settle(parts, cookieNames.promocodeExisting, async () => {
    const { message } = await call(growth.applyPromoCode, { body: { code } });
    cookies.drop(cookieNames.promocodeExisting);
    parts.cleanAddress();
    parts.kept();
    parts.tell({ kind: "success", text: message });
  });
}

/** A friend's link brings her nothing any more: it goes without a word, her own with one. */
async function passFriendsLink({ call, cookies, tell, cleanAddress }: GuardParts): Promise<void> {
  const referralcode = cookies.get(cookieNames.referral);
  if (referralcode === null) return;
  try {
    await call(growth.checkReferral, { body: { referralcode } }, { silent: true });
  } catch (error) {
    if (!isApiError(error) || !error.code.startsWith("referral_")) return;
    if (error.code === "referral_own") tell(ownLink);
  }
  cookies.drop(cookieNames.referral);
  cleanAddress();
}

async function settle(parts: GuardParts, cookie: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isApiError(error)) throw error;
    const refusal = codeRefusal(error);
    if (refusal === "unauthorized") return parts.signOut();
    if (refusal === null) return;
    const refused = parts.cookies.get(cookie);
    parts.cookies.drop(cookie);
    // Its banner would promise what she was just refused.
    const shown = parts.cookies.get(cookieNames.sessionPromo);
    if (shown?.toUpperCase() === refused?.toUpperCase()) parts.cookies.drop(cookieNames.sessionPromo);
    parts.cleanAddress();
    parts.tell({ kind: "warning", text: error.message });
  }
}
