import { randomInt } from "node:crypto";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { codeOf, insertCode } from "./queries.ts";

/** Without letters and digits that are read for one another. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const codeLength = 8;

const newCode = () => Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join("");

/** Her referral code, made the first time it is asked for. */
export async function ensureCode(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
): Promise<string> {
  for (;;) {
    const code = await codeOf(db, patientId);
    if (code !== undefined) return code;
    await insertCode(db, { patientId, code: newCode(), now: clock.now() });
  }
}

/** Where a friend comes in: the app keeps the code and leads her to sign-up (spec §2.2). */
export function referralLink({ config }: Pick<Services, "config">, code: string): string {
  const link = new URL("/referral/", config.publicUrl);
  link.searchParams.set("refcode", code);
  return link.href;
}
