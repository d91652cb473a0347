import { createHash } from "node:crypto";
import { inTransaction } from "../../../database/open.ts";
import { EmulatorRefused, type Emulator, type SandboxTx } from "./emulator.ts";

/** Keys are forgotten after a day: https://docs.stripe.com/api/idempotent_requests */
const retentionMs = 24 * 3600_000;

interface IdempotentCall {
  readonly call: string;
  /** A flat object. */
  readonly input: object;
}

/**
 * Does `work` once per key and day, in one transaction with the key's row; later calls get the first answer (JSON), concurrent ones
 * wait for it. A refusal leaves no trace; a decline is an answer.
 */
export function runIdempotent<T>(
  { db, clock }: Emulator,
  key: string,
  request: IdempotentCall,
  execute: (tx: SandboxTx) => Promise<T>,
): Promise<T> {
  const fingerprint = fingerprintOf(request);
  return inTransaction({ db }, async ({ db: tx }) => {
    const row = { fingerprint, response: null, created_at: clock.now() };
    const expiredBefore = new Date(row.created_at.getTime() - retentionMs);
    const inserted = await tx
      .insertInto("sandbox.idempotency")
      .values({ key, ...row })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(row).where("sandbox.idempotency.created_at", "<=", expiredBefore),
      )
      .returning("key")
      .executeTakeFirst();
    if (inserted === undefined) return storedResult<T>(tx, key, fingerprint);
    const result = await execute(tx);
    await tx
      .updateTable("sandbox.idempotency")
      .set({ response: JSON.stringify(result) })
      .where("key", "=", key)
      .execute();
    return result;
  });
}

async function storedResult<T>(tx: SandboxTx, key: string, fingerprint: string): Promise<T> {
  const earlier = await tx
    .selectFrom("sandbox.idempotency")
    .select(["fingerprint", "response"])
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) {
    throw new EmulatorRefused("idempotency_error", "This idempotency key was used with other arguments");
  }
  return earlier.response as T;
}

function fingerprintOf({ call, input }: IdempotentCall): string {
  const text = call + JSON.stringify(input, Object.keys(input).sort());
  return createHash("sha256").update(text).digest("hex");
}
