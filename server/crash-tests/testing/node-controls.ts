import type { FastifyInstance } from "fastify";
import type { MovableClock } from "#server/platform/clock/clock.ts";
import type { JobServices } from "#server/platform/services.ts";
import { chargeDue } from "#server/treatment/billing/charge-due.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { patientStateOf } from "./patient-state.ts";
import type { WriteWatcher } from "./write-points.ts";

export const dayMs = 86_400_000;

/** Routes by which a test reads a patient's state on a node and moves its clock. */
export function registerControls(
  app: FastifyInstance,
  services: JobServices,
  clock: MovableClock,
  watch: WriteWatcher,
): void {
  app.get<{ Params: { patient: string } }>("/books/:patient", ({ params }) => patientStateOf(services, params.patient));
  // Runs every queue that runs each minute.
  app.post("/minute", async () => {
    await services.jobs.handleSchedules();
    return {};
  });
  // Moves the clock a day ahead, then runs the billing engine with its writes watched.
  let runs = 0;
  app.post("/tomorrow", async () => {
    clock.advance(dayMs);
    runs += 1;
    await watch.during(`billing ${runs}`, () => runBilling(services));
    return {};
  });
  // What the billing engine does for a patient, watched. No job comes between the day's beginning and the charge.
  app.post<{ Params: { patient: string; aheadMs: string } }>("/charge/:patient/:aheadMs", async ({ params }) => {
    clock.setOffset(Math.max(clock.offset, Number(params.aheadMs)));
    await watch.during(params.patient, () => chargeDue(services, params.patient));
    return {};
  });
}
