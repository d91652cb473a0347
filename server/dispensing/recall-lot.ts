import { dashedNdc, elevenDigits } from "#contract/dispensing/ndc.ts";
import type { Services } from "#server/platform/services.ts";

/** Records that a lot was recalled, or that a recall is over. A lot is a maker's own number, so a recall may be of one medicine only. */
export async function recallLot(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    lotNumber,
    ndc,
    recalled,
    reason,
  }: {
    readonly lotNumber: string;
    readonly ndc: string | null;
    readonly recalled: boolean;
    readonly reason: string;
  },
): Promise<void> {
  const eleven = ndc === null ? null : elevenDigits(ndc);
  const key = { lot_number: lotNumber, ndc: eleven === null ? "" : dashedNdc(eleven) };
  if (!recalled) {
    await db.deleteFrom("recalled_lot").where("lot_number", "=", key.lot_number).where("ndc", "=", key.ndc).execute();
    return;
  }
  await db
    .insertInto("recalled_lot")
    .values({ ...key, reason, recalled_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
