import { sql, type Selectable } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import { inTransaction } from "../../../database/open.ts";
import type { Tables } from "../../../database/tables.ts";
import type { MovementsInput, Page, Payout } from "../../port.ts";
import { EmulatorRefused, type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";
import { recordMovement } from "./movements.ts";

const dayMs = 24 * 3600_000;
/** From the payout to the bank. */
const travelDays = 2;

/**
 * A payout by schedule: all that can be paid out and wasn't, to the cent; also what an earlier payout returned, and what one by hand took. Less than nothing
 * is taken from the bank. Null where there is nothing.
 */
export const payOut = (emulator: Emulator): Promise<string | null> =>
  inTransaction(emulator, ({ db: tx }) => payOutAt(tx, emulator.clock.now()));

/** A payout that somebody makes by hand: the gateway doesn't say what is in it. `amount` in cents. */
export const payOutByHand = (emulator: Emulator, amount: number): Promise<string> =>
  inTransaction(emulator, ({ db: tx }) => insertPayout(tx, { amount, automatic: false }, emulator.clock.now()));

/** The bank sends a payout back (`failed`), or somebody stops it (`canceled`): its money is on the balance again, and goes with the next one. */
export const returnPayout = (emulator: Emulator, id: string, ended: "failed" | "canceled" = "failed"): Promise<void> =>
  inTransaction(emulator, ({ db: tx }) => returnPayoutAt(tx, id, ended, emulator.clock.now()));

/** Movements that a payout by schedule would take now. */
export const payableMovements = ({ db, clock }: Emulator) =>
  db
    .selectFrom("sandbox.movement")
    .where("payout_id", "is", null)
    .where("available_at", "<=", new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs));

/**
 * The payouts by schedule that are due, one a day at midnight UTC, on days on which there is something to pay out. The very first one is sent back by the
 * bank, as where an account number has a typo, so that whoever tries the sandbox sees one; the next one brings its money.
 */
export function payOutWhatIsDue(emulator: Emulator): Promise<void> {
  return inTransaction(emulator, async ({ db: tx }) => {
    await sql`lock table sandbox.payout in exclusive mode`.execute(tx);
    const now = emulator.clock.now().getTime();
    const oldest = await payableMovements({ db: tx as Emulator["db"], clock: emulator.clock })
      .select("available_at")
      .orderBy("available_at")
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return;
    let returnsFirst = (await tx.selectFrom("sandbox.payout").select("id").limit(1).executeTakeFirst()) === undefined;
    for (let day = Math.ceil(oldest.available_at.getTime() / dayMs) * dayMs; day <= now; day += dayMs) {
      const id = await payOutAt(tx, new Date(day), { onlyMore: true });
      if (id === null || !returnsFirst) continue;
      returnsFirst = false;
      await returnPayoutAt(tx, id, "failed", new Date(day + dayMs / 2));
    }
  });
}

async function payOutAt(tx: SandboxTx, at: Date, { onlyMore = false } = {}): Promise<string | null> {
  const waiting = await tx
    .selectFrom("sandbox.movement")
    .select(["id", "net"])
    .where("payout_id", "is", null)
    .where("available_at", "<=", at)
    .forUpdate()
    .execute();
  const amount = waiting.reduce((sum, { net }) => sum + net, 0);
  if (amount === 0 || (onlyMore && amount < 0)) return null;
  const id = await insertPayout(tx, { amount, automatic: true }, at);
  await tx
    .updateTable("sandbox.movement")
    .set({ payout_id: id })
    .where(
      "id",
      "in",
      waiting.map((each) => each.id),
    )
    .execute();
  return id;
}

async function insertPayout(
  tx: SandboxTx,
  { amount, automatic }: { readonly amount: number; readonly automatic: boolean },
  at: Date,
): Promise<string> {
  const id = sandboxId("po");
  const arrives_on = dayIn("UTC", new Date(at.getTime() + travelDays * dayMs));
  await tx.insertInto("sandbox.payout").values({ id, amount, automatic, created_at: at, arrives_on }).execute();
  await recordMovement(
    tx,
    {
      ...{ kind: "payout", intentId: null, amount: Math.abs(amount), change: -amount, ofPayout: id },
      // One by hand is on the balance as any movement: the next one by schedule has it.
      ...(automatic && { payoutId: id }),
    },
    at,
  );
  return id;
}

async function returnPayoutAt(tx: SandboxTx, id: string, ended: "failed" | "canceled", at: Date): Promise<void> {
  const payout = await tx
    .selectFrom("sandbox.payout")
    .selectAll()
    .where("id", "=", id)
    .where("ended", "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { amount } = payout;
  await tx.updateTable("sandbox.payout").set({ ended }).where("id", "=", id).execute();
  await recordMovement(
    tx,
    { kind: "payout_reversal", intentId: null, amount: Math.abs(amount), change: amount, ofPayout: id },
    at,
  );
}

/** A page of payouts, newest first. Refuses a cursor that is no payout. */
export async function listPayouts(
  { db, clock }: Emulator,
  { from, to, after, limit }: MovementsInput,
): Promise<Page<Payout>> {
  const cursor =
    after === null
      ? undefined
      : await db.selectFrom("sandbox.payout").select("seq").where("id", "=", after).executeTakeFirst();
  if (after !== null && cursor === undefined) throw new EmulatorRefused("resource_missing", "No such payout");
  const rows = await db
    .selectFrom("sandbox.payout")
    .selectAll()
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .$if(cursor !== undefined, (query) => query.where("seq", "<", cursor!.seq))
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    items: page.map((row) => presentPayout(row, clock.now())),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

const presentPayout = (row: Selectable<Tables["sandbox.payout"]>, now: Date): Payout => ({
  ...{ id: row.id, amount: row.amount, createdAt: row.created_at, arrivesOn: row.arrives_on },
  status: row.ended ?? (new Date(row.arrives_on) <= now ? "paid" : "in_transit"),
  itemized: row.automatic ? "yes" : "no",
});
