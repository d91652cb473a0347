import { randomBytes } from "node:crypto";
import { staffLimits } from "#contract/staff/constants.ts";
import { hashSecret } from "#server/platform/crypto/secrets.ts";
import type { Services } from "#server/platform/services.ts";

/** Letters and digits that nobody mistakes for each other on paper. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const groups = 4;
const groupLength = 4;

/** New codes, each good for one sign-in, instead of all earlier ones. Only their hashes stay: 79 random bits each need no slow hash. */
export async function replaceRecoveryCodes({ db }: Pick<Services, "db">, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: staffLimits.recoveryCodes }, recoveryCode);
  await db.deleteFrom("staff_recovery_code").where("member_id", "=", memberId).execute();
  await db
    .insertInto("staff_recovery_code")
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Whether this is an unused code of the person; it is used up then, also by two requests at once. */
export async function provesRecoveryCode(
  { db, clock }: Pick<Services, "db" | "clock">,
  memberId: string,
  code: string,
): Promise<boolean> {
  const used = await db
    .updateTable("staff_recovery_code")
    .set({ used_at: clock.now() })
    .where("member_id", "=", memberId)
    .where("code_hash", "=", hashOf(code))
    .where("used_at", "is", null)
    .returning("member_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Case, spaces and dashes don't matter: it is typed from paper. */
const hashOf = (code: string) => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ""));

function recoveryCode(): string {
  const letters: string[] = [];
  while (letters.length < groups * groupLength)
    // A byte beyond the last whole run of the alphabet would make its first letters more frequent.
    letters.push(
      ...[...randomBytes(16)]
        .filter((byte) => byte < alphabet.length * 8)
        .map((byte) => alphabet.charAt(byte % alphabet.length)),
    );
  const text = letters.slice(0, groups * groupLength).join("");
  return text.replace(/(.{4})(?=.)/g, "$1-");
}
