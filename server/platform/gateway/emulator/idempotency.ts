import { createHash } from "node:crypto";
import { transact } from "#server/platform/database/open.ts";
import { GatewayRefused } from "../port.ts";
import type { Books, SandboxTx } from "./books.ts";

/** Keys are forgotten after a day: https://docs.stripe.com/api/idempotent_requests */
const keptMs = 24 * 3600_000;

interface Request {
  readonly call: string;
  /** Flat. */
  readonly input: object;
}

/**
 * Does `work` once per key and day, in one transaction with the claim of the key; later calls get the first answer (JSON), calls meanwhile
 * wait for it. A refusal leaves no trace, a decline is an answer.
 */
export function once<T>(
  { db, clock }: Books,
  key: string,
  request: Request,
  work: (tx: SandboxTx) => Promise<T>,
): Promise<T> {
  const fingerprint = fingerprintOf(request);
  return transact(db, async (tx) => {
    const row = { fingerprint, answer: null, created_at: clock.now() };
    const forgotten = new Date(row.created_at.getTime() - keptMs);
    const claim = await tx
      .insertInto("sandbox.idempotency")
      .values({ key, ...row })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(row).where("sandbox.idempotency.created_at", "<=", forgotten),
      )
      .returning("key")
      .executeTakeFirst();
    if (claim === undefined) return earlierAnswer<T>(tx, key, fingerprint);
    const answer = await work(tx);
    await tx
      .updateTable("sandbox.idempotency")
      .set({ answer: JSON.stringify(answer) })
      .where("key", "=", key)
      .execute();
    return answer;
  });
}

async function earlierAnswer<T>(tx: SandboxTx, key: string, fingerprint: string): Promise<T> {
  const earlier = await tx
    .selectFrom("sandbox.idempotency")
    .select(["fingerprint", "answer"])
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) {
    throw new GatewayRefused("idempotency_error", "This idempotency key was used with other arguments");
  }
  return earlier.answer as T;
}

function fingerprintOf({ call, input }: Request): string {
  const text = call + JSON.stringify(input, Object.keys(input).sort());
  return createHash("sha256").update(text).digest("hex");
}
