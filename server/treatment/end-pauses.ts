import type { Services } from "#server/platform/services.ts";
import { withBook } from "./her-book.ts";
import { changeSubscriptions } from "./supply-queries.ts";

/** Lets her subscriptions go on whose pause is over. */
export const endPauses = (services: Services, patientId: string): Promise<void> =>
  withBook(services, patientId, async ({ db }, { subscriptions, today }) => {
    const over = subscriptions.filter(
      ({ status, paused_until }) => status === "paused" && paused_until !== null && paused_until <= today,
    );
    await changeSubscriptions(
      db,
      over.map(({ id }) => id),
      { status: "active", paused_until: null, planned_on: null },
    );
  });
