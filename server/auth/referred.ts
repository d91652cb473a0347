import type { Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";

const queue = "auth.referred";
/** With a delay that doubles from 2 s, thirteen tries reach over four hours. */
const retries = 13;

/** Somebody signed up with a friend's code, whatever it is worth. */
export interface SignUpReferral {
  readonly patientId: string;
  readonly referralcode: string;
}

/** Told of it once the sign-up has committed; at least once, so it must bear a repeat. */
export type SignUpReferralListener = (services: Services, referral: SignUpReferral) => Promise<void>;

export const enqueueSignUpReferral = (
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  referral: SignUpReferral,
): Promise<void> => jobs.enqueue(tx, queue, { ...referral });

/** Declares the queue that tells of codes at sign-up. */
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
    { retries },
  );
}
