import type { ErrorCode } from "#contract/errors.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { FillObstacle } from "#server/prescriptions/public.ts";
import { chargeIfOpen, fillCodes, orderByKey, orderOutcome } from "#server/store/public.ts";
import { type Book, factsOf, refillsIn, soldName, subscriptionIn } from "./book.ts";
import { claimSupplies } from "./claim.ts";
import { withBook } from "./her-book.ts";
import { hold } from "./hold.ts";
import { settleRenewal } from "./settle-renewal.ts";
import { insertSupply, nextPeriodNumber, supplyOf, type SupplyRow } from "./supply-queries.ts";
import { supplyObstacle } from "./supply-rules.ts";
import { sentNow } from "./together.ts";

export interface Wish {
  readonly patientId: string;
  readonly supplyId: string;
  /** Of her press: the same key is the same order. */
  readonly idempotencyKey: string;
}

/** What came of it: an order that is paid, with the names of what it brings, or a question to the doctor. */
export interface Supplied {
  readonly orderId: string | null;
  readonly supplyId: string;
  readonly names?: readonly string[];
}

/**
 * Charges and sends the planned supply now, with what comes in its parcel and may come now, too. Refuses with `not_found`, `wrong_state` and `too_early` (details: the day), a decline's code,
 * `payment_pending`. With no fill left the doctor is asked to renew, and nothing is charged. Call it outside a transaction.
 */
export const getNext = (services: Services, wish: Wish): Promise<Supplied> =>
  order(services, wish, "getnext", async ({ content }, book, supply) => sentNow(content, book, supply));

/** Orders once more what she got last, while its subscription is paused or over; nothing follows from it. Refuses as `getNext`. */
export const reorder = (services: Services, wish: Wish): Promise<Supplied> =>
  order(services, wish, "reorder", async ({ db, clock }, book, supply) => {
    const period = await nextPeriodNumber(db, supply.subscription_id);
    const id = await insertSupply(db, {
      patient_id: supply.patient_id,
      subscription_id: supply.subscription_id,
      period,
      order_id: null,
      status: "scheduled",
      charge_on: book.today,
      amount_cents: subscriptionIn(book, supply.subscription_id).price_cents,
      one_off: true,
      created_at: clock.now(),
    });
    const made = id && (await supplyOf(db, supply.patient_id, id));
    if (!made) throw new Refusal("conflict");
    return [made];
  });

async function order(
  services: Services,
  wish: Wish,
  action: "getnext" | "reorder",
  toOrder: (parts: TxServices, book: Book, supply: SupplyRow) => Promise<readonly SupplyRow[]>,
): Promise<Supplied> {
  const { patientId, supplyId, idempotencyKey } = wish;
  const claimed = await withBook(services, patientId, async (parts, book): Promise<Supplied> => {
    const supply = book.supplies.find(({ id }) => id === supplyId);
    if (!supply) throw new Refusal("not_found");
    const made = await orderByKey(parts.db, patientId, idempotencyKey);
    if (made) return { orderId: made.id, supplyId };
    refuse(action, book, supply);
    if (refillsIn(book, subscriptionIn(book, supply.subscription_id)) === 0) {
      await hold(parts, book, supply);
      return { orderId: null, supplyId };
    }
    const wanted = await toOrder(parts, book, supply);
    const { orderId, unfilled } = await claimSupplies(parts, book, {
      patientId,
      supplies: wanted,
      idempotencyKey,
      offSession: false,
    });
    const pressed = wanted[0]?.id ?? supplyId;
    const refused = unfilled.find(({ supply: { id } }) => id === pressed);
    if (refused) throw refusalOf(refused.obstacle);
    const sent = wanted.filter((each) => !unfilled.some(({ supply: { id } }) => id === each.id));
    const names = sent.map(({ subscription_id }) => soldName(book, subscriptionIn(book, subscription_id)));
    return { orderId, supplyId: pressed, names };
  });
  if (claimed.orderId === null) return claimed;
  const step = await chargeIfOpen(services, claimed.orderId);
  await settleRenewal(services, claimed.orderId);
  await orderOutcome(services, claimed.orderId, step);
  return claimed;
}

function refuse(action: "getnext" | "reorder", book: Book, supply: SupplyRow): void {
  const obstacle = supplyObstacle(action, factsOf(book, supply));
  if (obstacle === null) return;
  throw refusalWith(obstacle);
}

const refusalOf = ({ kind, ...obstacle }: FillObstacle): Refusal => refusalWith({ code: fillCodes[kind], ...obstacle });

const refusalWith = ({
  code,
  message,
  from,
}: {
  readonly code: ErrorCode;
  readonly message: string;
  readonly from?: string;
}): Refusal => new Refusal(code, { message, ...(from === undefined ? {} : { details: { date: from } }) });
