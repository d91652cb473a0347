import type { Output } from "#contract/endpoint.ts";
import type { payment } from "#contract/payment.ts";
import { toDollars } from "#contract/shapes.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { chargeIfOpen, orderById, orderByKey, orderOutcome } from "#server/store/public.ts";
import { claimAsTold } from "./claim-as-told.ts";
import { withBook } from "./her-book.ts";
import { putAside } from "./hold.ts";
import { settleRenewal } from "./settle-renewal.ts";
import type { SupplyRow } from "./supply-queries.ts";

type Retried = Output<typeof payment.saveSource>["retried"];

/**
 * She put a card on file: what is owed is charged at once, in one sum, for no more than she was told. Null when nothing is owed, or all of it is told anew. The same key is the same charge.
 * Call it outside a transaction.
 */
export async function payOwed(
  services: Services,
  { patientId, idempotencyKey }: { readonly patientId: string; readonly idempotencyKey: string },
): Promise<Retried> {
  const claimed = await claimOwed(services, patientId, idempotencyKey).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return error;
  });
  // The card is kept, and says why it could not be charged: an address we do not ship to, say.
  if (claimed instanceof Refusal) return { outcome: "declined", amount: 0, message: claimed.message };
  if (claimed === null) return null;
  const orderId = claimed;
  const bankstep = await chargeIfOpen(services, orderId);
  await settleRenewal(services, orderId);
  const order = await orderById(services.db, orderId);
  const amount = toDollars(order?.total_cents ?? 0);
  try {
    await orderOutcome(services, orderId);
    return {
      outcome: "paid",
      amount,
      message: "Thank you. The payment went through, and your order is on its way to the pharmacy.",
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "payment_pending") return { outcome: "declined", amount, message: error.message };
    return { outcome: "pending", amount, message: error.message, ...(bankstep && { bankstep }) };
  }
}

const claimOwed = (services: Services, patientId: string, idempotencyKey: string): Promise<string | null> =>
  withBook(services, patientId, async (parts, book) => {
    const made = await orderByKey(parts.db, patientId, idempotencyKey);
    if (made) return made.id;
    const supplies = book.supplies.filter(
      ({ status, failed_on, held_on }) => status === "scheduled" && failed_on !== null && held_on === null,
    );
    if (supplies.length === 0) return null;
    const claimOf = (some: readonly SupplyRow[]) => ({ patientId, supplies: some, idempotencyKey, offSession: false });
    const { orderId, unfilled } = await claimAsTold(parts, book, supplies, claimOf);
    await putAside(parts, book, unfilled);
    return orderId;
  });
