import { randomUUID } from "node:crypto";
import type { Clock } from "../../../clock/clock.ts";
import type { Database, Tx } from "../../../database/open.ts";

/** The emulator's database and clock: the `sandbox` schema, in transactions of its own. */
export interface Emulator {
  /** The root handle, never a transaction's: what the emulator acknowledges stays, even if the caller rolls back. */
  readonly db: Database;
  readonly clock: Clock;
}

export type SandboxTx = Tx;

/** An id in Stripe's style, e.g. `pi_3f0c…`. */
export const sandboxId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** The emulator refuses as Stripe does: with its error code, and the parameter that is wrong. */
export class EmulatorRefused extends Error {
  readonly code: string;
  readonly param: string | null;

  constructor(code: string, message: string, param: string | null = null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}
