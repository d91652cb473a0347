import { randomInt } from "node:crypto";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { findReferralCode, insertReferralCode } from "./referral-queries.ts";

/** Without letters and digits that are read for one another. */
const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 8;

const generateReferralCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");

/** Her referral code, made the first time it is asked for. */
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

/** Where a friend comes in: the app keeps the code and leads her to sign-up (spec §2.2). */
export function referralLink({ config }: Pick<Services, "config">, code: string): string {
  const link = new URL("/referral/", config.publicUrl);
  link.searchParams.set("refcode", code);
  return link.href;
}
