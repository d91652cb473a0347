import type { FastifyInstance } from "fastify";
import type { MovableClock } from "#server/platform/clock/clock.ts";
import type { Services } from "#server/platform/services.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { patientStateOf } from "./books.ts";
import type { WriteWatcher } from "./write-points.ts";

export const dayMs = 86_400_000;

/** What a test asks of a node besides its calls: how a patient's books stand, and that time passes. */
export function registerControls(
  app: FastifyInstance,
  services: Services,
  clock: MovableClock,
  watch: WriteWatcher,
): void {
  app.get<{ Params: { patient: string } }>("/books/:patient", ({ params }) => patientStateOf(services, params.patient));
  // Every queue that runs each minute runs.
  app.post("/minute", async () => {
    await services.jobs.wake();
    return {};
  });
  // A day later by the clock, the billing engine makes a round, watched.
  app.post("/tomorrow", async () => {
    clock.advance(dayMs);
    await watch.during(() => runBilling(services));
    return {};
  });
}
