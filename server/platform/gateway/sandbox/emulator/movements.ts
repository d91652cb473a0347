import { type movementKinds, type MovementsInput, type MovementsPage } from "../../port.ts";
import { EmulatorRefused, type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";

/** The sandbox has no bank, so it pays nothing out. */
type Kind = (typeof movementKinds)[number];

/** What Stripe asks for a card of its own country, in cents (https://stripe.com/pricing); a refund gives none of it back. */
// oxlint-disable-next-line formats/cents-at-home -- the sandbox's own fee, in cents of its own
const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30;
/** For each dispute that takes money, in cents. */
const disputeFee = 1500;

/** Writes a movement into the gateway's books, in the transaction that moves the money. */
export async function recordMovement(
  tx: SandboxTx,
  { kind, intentId, amount }: { readonly kind: Kind; readonly intentId: string; readonly amount: number },
  now: Date,
): Promise<void> {
  const fee = kind === "capture" ? chargeFee(amount) : kind === "dispute" ? disputeFee : 0;
  await tx
    .insertInto("sandbox.movement")
    .values({ id: sandboxId("txn"), kind, intent_id: intentId, amount, fee, created_at: now })
    .execute();
}

/** A page of the books, newest first. Refuses a cursor that is no movement. */
export async function listMovements(
  { db }: Pick<Emulator, "db">,
  { from, to, after, limit }: MovementsInput,
): Promise<MovementsPage> {
  const cursor =
    after === null
      ? undefined
      : await db.selectFrom("sandbox.movement").select("seq").where("id", "=", after).executeTakeFirst();
  if (after !== null && cursor === undefined) throw new EmulatorRefused("resource_missing", "No such movement");
  const rows = await db
    .selectFrom("sandbox.movement as movement")
    .innerJoin("sandbox.intent as intent", "intent.id", "movement.intent_id")
    .selectAll("movement")
    .select("intent.customer_id")
    .where("movement.created_at", ">=", from)
    .where("movement.created_at", "<", to)
    .$if(cursor !== undefined, (query) => query.where("seq", "<", cursor!.seq))
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ id, kind, amount, fee, intent_id, customer_id, created_at }) => ({
      id,
      kind: kind,
      amount,
      fee,
      intentId: intent_id,
      customer: kind === "capture" ? customer_id : null,
      at: created_at,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
