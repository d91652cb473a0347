import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { type Jobs, retriesOverHours } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";

const queue = "auth.account-changed";

/** A change of an account its owner must be notified of. */
export interface AccountChange {
  /** Id of this change. */
  readonly id: string;
  readonly patientId: string;
  readonly template: "email_changed" | "password_changed";
}

/** Called with a change after it has committed; at least once, so it must be idempotent. */
export type AccountListener = (services: Services, change: AccountChange) => Promise<void>;

/** Enqueues a change for the listeners; they run once the transaction has committed. */
export const enqueueAccountChange = (
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  change: Omit<AccountChange, "id">,
): Promise<void> => jobs.enqueue(tx, queue, { id: newId(), ...change });

/** Defines the queue that calls the listeners. */
export function defineAccountChangeJob(jobs: Jobs, services: Services, listeners: readonly AccountListener[]): void {
  jobs.define(
    queue,
    async (data) => {
      for (const listen of listeners) await listen(services, data as unknown as AccountChange);
    },
    { retries: retriesOverHours },
  );
}
