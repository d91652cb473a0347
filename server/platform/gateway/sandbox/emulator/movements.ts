import type { Selectable } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import type { Tables } from "../../../database/tables.ts";
import type { GatewayMovement, MovementsInput, MovementsPage, PayoutMovementsInput } from "../../port.ts";
import { EmulatorRefused, type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";

type Kind = Selectable<Tables["sandbox.movement"]>["kind"];

/** What Stripe asks for a card of its own country, in cents (https://stripe.com/pricing); a refund gives none of it back. */
// oxlint-disable-next-line formats/cents-at-home -- the sandbox's own fee, in cents of its own
const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30;
/** For each dispute that takes money, in cents. */
const disputeFee = 1500;
/** How long a charge is on its way to the balance that can be paid out, as in the United States (https://docs.stripe.com/payouts#payout-speed). */
const settlementMs = 2 * 24 * 3600_000;

export interface RecordedMovement {
  readonly kind: Kind;
  /** Null: it concerns no payment. */
  readonly intentId: string | null;
  readonly amount: number;
  /** By how much the balance changes before fees, where the kind alone doesn't say it. */
  readonly change?: number;
  /** The payout it is, or returns. */
  readonly ofPayout?: string;
  /** The payout it is paid out with. */
  readonly payoutId?: string;
}

/** Writes a movement into the gateway's books, in the transaction that moves the money. */
export async function recordMovement(
  tx: SandboxTx,
  { kind, intentId, amount, change, ofPayout, payoutId }: RecordedMovement,
  now: Date,
): Promise<void> {
  const fee = kind === "capture" ? chargeFee(amount) : kind === "dispute" ? disputeFee : 0;
  await tx
    .insertInto("sandbox.movement")
    .values({
      ...{ id: sandboxId("txn"), kind, intent_id: intentId, amount, fee, created_at: now },
      net: (change ?? (kind === "refund" || kind === "dispute" ? -amount : amount)) - fee,
      available_at: kind === "capture" ? new Date(now.getTime() + settlementMs) : now,
      ...{ of_payout_id: ofPayout ?? null, payout_id: payoutId ?? null },
    })
    .execute();
}

/** A page of the books, newest first. Refuses a cursor that is no movement. */
export const listMovements = (
  { db }: Pick<Emulator, "db">,
  { from, to, ...page }: MovementsInput,
): Promise<MovementsPage> =>
  pageOf(db, page, movementRows(db).where("movement.created_at", ">=", from).where("movement.created_at", "<", to));

/** A page of what a payout by schedule pays out, newest first. Like Stripe's it has the payout's own movement, unless `withoutOwn`. */
export const movementsOfPayout = (
  { db }: Pick<Emulator, "db">,
  { payoutId, ...page }: PayoutMovementsInput,
  { withoutOwn }: { readonly withoutOwn: boolean },
): Promise<MovementsPage> =>
  pageOf(
    db,
    page,
    movementRows(db)
      .where("movement.payout_id", "=", payoutId)
      .$if(withoutOwn, (query) => query.where("movement.of_payout_id", "is distinct from", payoutId)),
  );

const movementRows = (db: Emulator["db"]) =>
  db
    .selectFrom("sandbox.movement as movement")
    .leftJoin("sandbox.intent as intent", "intent.id", "movement.intent_id")
    .selectAll("movement")
    .select("intent.customer_id");

async function pageOf(
  db: Emulator["db"],
  { after, limit }: Pick<MovementsInput, "after" | "limit">,
  query: ReturnType<typeof movementRows>,
): Promise<MovementsPage> {
  const cursor =
    after === null
      ? undefined
      : await db.selectFrom("sandbox.movement").select("seq").where("id", "=", after).executeTakeFirst();
  if (after !== null && cursor === undefined) throw new EmulatorRefused("resource_missing", "No such movement");
  const rows = await query
    .$if(cursor !== undefined, (all) => all.where("movement.seq", "<", cursor!.seq))
    .orderBy("movement.seq", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return { items: page.map(presentMovement), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

type MovementRow = Selectable<Tables["sandbox.movement"]> & { readonly customer_id: string | null };

const presentMovement = (row: MovementRow): GatewayMovement => ({
  ...{ id: row.id, kind: row.kind, amount: row.amount, fee: row.fee, net: row.net },
  intentId: row.intent_id,
  customer: row.kind === "capture" ? row.customer_id : null,
  payoutId: row.of_payout_id,
  at: row.created_at,
  availableOn: dayIn("UTC", row.available_at),
});
