import { care } from "#contract/care.ts";
import { approvalNote, carrier } from "#server/care/desk-rules.ts";
import type { Stage } from "./stage.ts";
import type { DemoPatient } from "./visit.ts";

const dayMs = 24 * 3_600_000;

/** When things happened to a demo patient, in days before now. */
export interface Days {
  readonly visit: number;
  readonly decided: number;
  readonly shipped: number;
  readonly delivered: number;
  /** The charge that failed, where one did. */
  readonly failed: number;
  /** The treatment review that was sent, where one was. */
  readonly review: number;
}

/** Her last supply arrived a week ago; who is shown with a failed payment was to be charged again since, and who is asked how she is has had some weeks. */
export const daysOf = ({ failedpayment, review }: DemoPatient): Days =>
  failedpayment === null && review === undefined
    ? { visit: 12, decided: 11.8, shipped: 10, delivered: 7, failed: 0, review: 0 }
    : { visit: 33, decided: 32.8, shipped: 31, delivered: 28, failed: 1, review: 0.5 };

/** Sets the stage's clock to some days before now. */
export const goBack = ({ clock }: Stage, days: number): void => clock.moveTo(-days * dayMs);

/** The clinic's part of an approved plan: accepted, approved and captured, shipped, delivered; from wherever it is. */
export async function liveThrough(stage: Stage, id: string, days: Days): Promise<void> {
  const params = { id };
  goBack(stage, days.decided);
  const { planstatus } = await stage.call(care.accept, { params, body: {} });
  if (planstatus === "in_review") await stage.call(care.approvePlan, { params, body: { note: approvalNote } });
  await stage.services.jobs.drain();
  const order = (await stage.call(care.patient, { params })).orders.at(-1);
  if (!order) throw new Error(`The demo patient ${id} has no order`);
  const way = { params: { id: order.id } };
  const { status } = order;
  if (status === "paid") {
    goBack(stage, days.shipped);
    const estimateddelivery = new Date(stage.clock.now().getTime() + 3 * dayMs).toISOString().slice(0, 10);
    await stage.call(care.shipOrder, {
      ...way,
      body: { carrier, trackingnumber: `MP${order.number ?? ""}`, estimateddelivery },
    });
  }
  if (status === "paid" || status === "shipped") {
    goBack(stage, days.delivered);
    await stage.call(care.deliverOrder, { ...way, body: {} });
  }
}
