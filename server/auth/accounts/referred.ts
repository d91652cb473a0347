import type { Tx } from "#server/platform/database/open.ts";
import { type Jobs, retriesOverHours } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";

const queue = "auth.referred";

/** A sign-up with a friend's code, valid or not. */
export interface SignUpReferral {
  readonly patientId: string;
  readonly referralcode: string;
}

/** Called once the sign-up has committed; at least once, so it must be idempotent. */
export type SignUpReferralListener = (services: Services, referral: SignUpReferral) => Promise<void>;

export const enqueueSignUpReferral = (
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  referral: SignUpReferral,
): Promise<void> => jobs.enqueue(tx, queue, { ...referral });

/** Defines the queue that calls the listeners about codes at sign-up. */
export function defineSignUpReferralJob(
  jobs: Jobs,
  services: Services,
  listeners: readonly SignUpReferralListener[],
): void {
  jobs.define(
    queue,
    async (data) => {
      for (const listen of listeners) await listen(services, data as unknown as SignUpReferral);
    },
    { retries: retriesOverHours },
  );
}
