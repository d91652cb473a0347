import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";

const queue = "auth.account-changed";
/** With a delay that doubles from 2 s, thirteen tries reach over four hours. */
const retries = 13;

/** Something about the account that its owner has to know of. */
export interface AccountChange {
  /** Of this change. */
  readonly id: string;
  readonly patientId: string;
  readonly what: "email_changed" | "password_changed";
}

/** Told of a change once it has committed; at least once, so it must bear a repeat. */
export type AccountListener = (services: Services, change: AccountChange) => Promise<void>;

/** Has those who listen told once the transaction has committed. */
export const enqueueAccountChange = (
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  change: Omit<AccountChange, "id">,
): Promise<void> => jobs.enqueue(tx, queue, { id: newId(), ...change });

/** Declares the queue that tells of changes. */
export function defineAccountChangeJob(jobs: Jobs, services: Services, listeners: readonly AccountListener[]): void {
  jobs.define(
    queue,
    async (data) => {
      for (const listen of listeners) await listen(services, data as unknown as AccountChange);
    },
    { retries },
  );
}
