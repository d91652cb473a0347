import { toDollars } from "#contract/shapes.ts";
import { visitTracking, type VisitTracking } from "#server/onboarding/public.ts";
import type { Services } from "#server/platform/services.ts";
import { isPaid, orderById, orderStates } from "#server/store/public.ts";
import { attributedWithoutEvent, attributionOf, insertAttribution } from "./attribution-queries.ts";
import { consentOf } from "./consent-queries.ts";
import { insertEvent } from "./event-queries.ts";
import { clickFields, eventFieldsOf } from "./event-rules.ts";

/** An event once an order of hers is paid. */
export const orderCompleted = "order_completed";
/** For so long a placed order is asked about whether it was paid, in milliseconds. */
const askedMs = 60 * 24 * 3_600_000;

interface Placed {
  readonly orderId: string;
  readonly patientId: string;
  readonly kind: string;
}

/** Listens to the store: keeps where an order came from, once; of a browser that asks for privacy no click. A renewal comes from nowhere. */
export async function attributeOrder(services: Services, { orderId, patientId, kind }: Placed): Promise<void> {
  if (kind === "renewal") return;
  const { db, clock } = services;
  const [tracking, { gpc }] = [await visitTracking(db, patientId), await consentOf(db, patientId)];
  await insertAttribution(db, { orderId, fields: gpc ? withoutClicks(tracking) : tracking, at: clock.now() });
  await completeOrder(services, { orderId });
}

const withoutClicks = (tracking: VisitTracking): VisitTracking =>
  Object.fromEntries(Object.entries(tracking).filter(([name]) => !clickFields.includes(name)));

/** Listens to the store: an attributed order that is paid goes into the outbox, once, as of when it was placed. */
export async function completeOrder(
  { db, content }: Pick<Services, "db" | "content">,
  { orderId }: Pick<Placed, "orderId">,
): Promise<void> {
  const from = await attributionOf(db, orderId);
  const order = from && (await orderById(db, orderId));
  if (!order || !isPaid(order.status)) return;
  const { gpc } = await consentOf(db, order.patient_id);
  const sold = { orderid: orderId, amount: toDollars(order.total_cents), currency: order.currency.toUpperCase() };
  const fields = eventFieldsOf(content.events, { ...from.fields, ...sold }, gpc);
  await insertEvent(db, { patientId: order.patient_id, name: orderCompleted, fields, gpc, orderId, at: from.at });
}

/** Makes good what no listener came to: attributed orders that were paid without an event. */
export async function completeMissed(services: Services): Promise<void> {
  const { db, clock } = services;
  const since = new Date(clock.now().getTime() - askedMs);
  const ids = await attributedWithoutEvent(db, orderCompleted, since);
  const states = await orderStates(db, ids);
  for (const [orderId, status] of states) if (isPaid(status)) await completeOrder(services, { orderId });
}
