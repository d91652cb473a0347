import type { Services } from "#server/platform/services.ts";
import { withLockedTreatment } from "./lock-treatment.ts";
import { updateSubscriptions } from "./queries.ts";

/** Resumes the patient's subscriptions whose pause is over. */
export const endPauses = (services: Services, patientId: string): Promise<void> =>
  withLockedTreatment(services, patientId, async ({ db }, { subscriptions, today }) => {
    const ended = subscriptions.filter(
      ({ status, paused_until }) => status === "paused" && paused_until !== null && paused_until <= today,
    );
    await updateSubscriptions(
      db,
      ended.map(({ id }) => id),
      { status: "active", paused_until: null, planned_on: null },
    );
  });
