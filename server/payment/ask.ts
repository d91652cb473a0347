import { GatewayRefused, GatewayUnknownOutcome, type Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { authorize, freeCharge, idOf } from "./charge.ts";
import { knownCustomer } from "./customer.ts";
import { noteAttempt, type IntentRow } from "./intents.ts";
import { isWaitedFor, nextStep } from "./next-step.ts";

type Parts = Pick<Services, "db" | "gateway" | "clock" | "log">;

/** What became of a charge: the gateway's intent, or that there is none and will be none. */
export type ChargeNews = { readonly intent: Intent } | { readonly neverMade: "refused" | "given_up" };

/**
 * Makes the charge of the row, or learns what became of it; the one way for her call, her repeat and the reconciling job.
 * Throws `GatewayUnknownOutcome` while it can be neither said nor tried again. An order that costs nothing never leaves the house.
 */
export async function askCharge(parts: Parts, row: IntentRow): Promise<ChargeNews> {
  if (row.amount_cents === 0) return { intent: freeCharge(row) };
  switch (nextStep(row, parts.clock.now())) {
    case "retrieve":
      return { intent: await sure(retrieve(parts, row)) };
    case "authorize":
      return attempt(parts, row);
    case "find": {
      const found = await sure(find(parts, row));
      return found ? { intent: found } : { neverMade: "given_up" };
    }
    case "wait":
      throw new GatewayUnknownOutcome("authorize");
  }
}

/** A refusal says that this request did nothing; of an earlier one it says nothing, so its charge is looked for. */
async function attempt(parts: Parts, row: IntentRow): Promise<ChargeNews> {
  const count = await noteAttempt(parts.db, row.id, parts.clock.now());
  try {
    return { intent: await authorize(parts, row) };
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    parts.log.error({ order: row.order_id, code: error.code, attempt: count }, "gateway refused a charge");
    if (count === 1) return { neverMade: "refused" };
    const found = await sure(find(parts, row));
    if (!found) throw new GatewayUnknownOutcome("authorize", error);
    return { intent: found };
  }
}

async function find({ db, gateway }: Parts, row: IntentRow): Promise<Intent | null> {
  const customer = await knownCustomer(db, row.patient_id);
  return customer === undefined ? null : gateway.findByOrder({ orderId: row.order_id, customer });
}

/** The charge as it is now. The bank may ask for a step nobody will take any more: then it is closed. */
async function retrieve({ gateway, clock }: Parts, row: IntentRow): Promise<Intent> {
  const intent = await gateway.retrieve(idOf(row));
  return intent.status === "requires_action" && !isWaitedFor(row, clock.now())
    ? gateway.cancel({ intentId: intent.id, idempotencyKey: `${row.id}:abandon` })
    : intent;
}

/** A refused question says nothing of the charge. */
const sure = <T>(question: Promise<T>): Promise<T> =>
  question.catch((error: unknown) => {
    throw error instanceof GatewayRefused ? new GatewayUnknownOutcome("a question", error) : error;
  });
