import { randomInt } from "node:crypto";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { findReferralCode, insertReferralCode } from "./referral-queries.ts";

/** Without letters and digits that look alike. */
const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 8;

const generateReferralCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");

/** The patient's referral code, created on first use. */
export async function ensureReferralCode(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
): Promise<string> {
  for (;;) {
    const code = await findReferralCode(db, patientId);
    if (code !== undefined) return code;
    await insertReferralCode(db, { patientId, code: generateReferralCode(), now: clock.now() });
  }
}

/** The link for a friend: the app stores the code and leads to sign-up (spec §2.2). */
export function referralLink({ config }: Pick<Services, "config">, code: string): string {
  const link = new URL("/referral/", config.publicUrl);
  link.searchParams.set("refcode", code);
  return link.href;
}
