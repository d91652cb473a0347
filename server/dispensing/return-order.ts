import { type ReturnReason, sentBackWaitDays } from "#contract/care/packed-lines.ts";
import { patientById, patientDay } from "#server/auth/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { orderById } from "#server/orders/public.ts";
import { addDays, formatDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { parcelRows } from "#server/prescriptions/public.ts";
import { recordReturned } from "#server/treatment/public.ts";

/**
 * Records that a parcel came back, and tells the patient once for each parcel: to check the address, or when what they sent back is sent again unless they say no. Not where the
 * order is refunded, because nothing of it is sent again. A repeat changes nothing. `wrong_state` for one that never left, and for one that has arrived and isn't named.
 */
export function returnOrder(
  services: Services & Refuses<"wrong_state">,
  orderId: string,
  { number, reason }: { readonly number: number | null; readonly reason: ReturnReason },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const order = await orderById(tx.db, orderId);
    if (!order) throw new Refusal("not_found");
    const outcome = await recordReturned(tx, orderId, { number, reason });
    if (outcome === "not_under_way")
      throw services.refuse("wrong_state", {
        message: "No package of this order is on its way: it hasn’t left yet, or it has arrived.",
      });
    if (outcome === "returned_before" || order.status === "refunded") return;
    const came = await parcelRows(tx.db, [orderId]).execute();
    const newest = came.filter(({ returned_at }) => returned_at !== null).length;
    const about = { patientId: order.patient_id, dedupeKey: `${orderId}:${newest}` };
    const ordernumber = order.number ?? "";
    if (reason !== "sent_back")
      return notifyAndMail(tx, { ...about, template: "order_returned", values: { ordernumber } });
    const { content, clock } = services;
    const today = patientDay(content, await patientById(tx, order.patient_id), clock.now());
    const date = formatDay(addDays(today, sentBackWaitDays));
    await notifyAndMail(tx, { ...about, template: "order_sent_back", values: { ordernumber, date } });
  });
}
