import { care } from "#contract/care/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { planApprovalNote, carrier } from "../care-desk/decision-rules.ts";
import type { SeedServer } from "./seed-server.ts";
import type { DemoPatient } from "./seed-visit.ts";

const dayMs = 24 * 3_600_000;

/** When things happened to a demo patient, in days before now. */
export interface DemoTimeline {
  readonly visit: number;
  readonly decided: number;
  readonly shipped: number;
  readonly delivered: number;
  /** The charge that failed, if any. */
  readonly failed: number;
  /** The follow-up that was sent, if any. */
  readonly followup: number;
}

/** The last parcel arrived two weeks ago; with a failed payment, or a follow-up to answer, it arrived four weeks ago. */
export const demoTimelineOf = ({ failedpayment, followup }: DemoPatient): DemoTimeline =>
  failedpayment === null && followup === undefined
    ? { visit: 19, decided: 18.8, shipped: 17, delivered: 14, failed: 0, followup: 0 }
    : { visit: 33, decided: 32.8, shipped: 31, delivered: 28, failed: 1, followup: 0.5 };

/** Sets the seed server's clock to some days before now. */
export const setDaysAgo = ({ clock }: SeedServer, days: number): void => clock.setOffset(-days * dayMs);

/** The clinic's steps for an approved plan: accepted, approved and captured, shipped, delivered; continues from the current one. */
export async function seedClinicSteps(seedServer: SeedServer, id: string, days: DemoTimeline): Promise<void> {
  const params = { id };
  setDaysAgo(seedServer, days.decided);
  const { planstatus } = await seedServer.call(care.accept, { params, body: {} });
  if (planstatus === "in_review") await seedServer.call(care.approvePlan, { params, body: { note: planApprovalNote } });
  await seedServer.services.jobs.drain();
  const order = (await seedServer.call(care.patient, { params })).orders?.at(-1);
  if (!order) throw new Error(`The demo patient ${id} has no order`);
  const orderParams = { params: { id: order.id } };
  const { status } = order;
  if (status === "paid") {
    setDaysAgo(seedServer, days.shipped);
    const estimateddelivery = addDays(clinicToday(seedServer.services), 3);
    await seedServer.call(care.shipOrder, {
      ...orderParams,
      body: { carrier, trackingnumber: `MP${order.number ?? ""}`, estimateddelivery },
    });
  }
  if (status === "paid" || status === "shipped") {
    setDaysAgo(seedServer, days.delivered);
    await seedServer.call(care.deliverOrder, { ...orderParams, body: {} });
  }
}
