import { randomInt } from "node:crypto";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";

/** The discounts of a deployment's codes, in percent: ten from 5 to 50, five more from 20 to 40. */
const percents = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 20, 25, 30, 35, 40];

/** Letters and digits that cannot be confused with one another. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeGroup = () => Array.from({ length: 5 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");

/** A code in the form the practice hands out: `7KQ2M-XW4PD`, about 10¹⁴ possibilities. */
const newCode = (): string => `${codeGroup()}-${codeGroup()}`;

export interface FollowupCode {
  readonly code: string;
  readonly percent: number;
}

/** The codes of this deployment, in the order of `percents`; created once, even when two nodes ask at the same time. */
export async function loadCodes(db: Database): Promise<readonly FollowupCode[]> {
  const found = await readCodes(db);
  if (found.length > 0) return found;
  return inTransaction({ db }, async ({ db: tx }) => {
    await acquireAdvisoryLock(tx, "followup codes");
    const existing = await readCodes(tx);
    if (existing.length > 0) return existing;
    const codes = new Set<string>();
    while (codes.size < percents.length) codes.add(newCode());
    await tx
      .insertInto("followup_code")
      .values([...codes].map((code, position) => ({ code, position, percent: percents[position] ?? 0 })))
      .execute();
    return readCodes(tx);
  });
}

const readCodes = (db: Database): Promise<FollowupCode[]> =>
  db.selectFrom("followup_code").select(["code", "percent"]).orderBy("position").execute();

/** Finds a code in any case and with spaces around it; undefined for one this deployment does not have. */
export async function findCode(db: Database, code: string): Promise<FollowupCode | undefined> {
  const wanted = code.trim().toUpperCase();
  return (await loadCodes(db)).find((each) => each.code === wanted);
}
