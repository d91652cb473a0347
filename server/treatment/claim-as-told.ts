import type { TxServices } from "#server/platform/services.ts";
import type { Book } from "./book.ts";
import { type Claim, type Claimed, claimSupplies } from "./claim.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { changeSubscriptions, changeSupplies, owingNothing, plannedFor, type SupplyRow } from "./supply-queries.ts";

/**
 * As `claimSupplies`, of all that costs no more than she was told; what is dearer is told anew, and has her days again. `claimOf`: the claim of
 * some of them, with a key of its own, since the sum of the rest is another one.
 */
export async function claimAsTold(
  parts: TxServices,
  book: Book,
  supplies: readonly SupplyRow[],
  claimOf: (supplies: readonly SupplyRow[]) => Claim,
): Promise<Claimed> {
  const claimed = await claimSupplies(parts, book, claimOf(supplies));
  const { dearer } = claimed;
  if (dearer.length === 0) return claimed;
  await tellAnew(parts, dearer);
  return claimAsTold(
    parts,
    book,
    supplies.filter((supply) => !dearer.includes(supply)),
    claimOf,
  );
}

/**
 * These cost more now than she was told, since another order took the discount, say: she is told anew, also of what was owed, and nothing is
 * charged before.
 */
async function tellAnew(parts: TxServices, dearer: readonly SupplyRow[]): Promise<void> {
  const { db } = parts;
  for (const { id, charge_on, failed_on, subscription_id, patient_id } of dearer) {
    await changeSupplies(db, [id], { ...plannedFor(charge_on), ...owingNothing });
    if (failed_on === null) continue;
    await changeSubscriptions(db, [subscription_id], { status: "active" });
    await forgiveIfNothingOwed(parts, patient_id);
  }
}
