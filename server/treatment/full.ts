import type { Treatment } from "#contract/treatment.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { planOf } from "#server/care/public.ts";
import { noStanding, standingsOf } from "#server/onboarding/public.ts";
import { ordersOf, orderStates } from "#server/store/public.ts";
import { needsOf } from "./needs.ts";
import { nextStepOf } from "./next-step.ts";
import { subscriptionsOf } from "./present-subscriptions.ts";
import { shipmentsOf } from "./shipments.ts";
import { planTexts } from "./texts.ts";

type Parts = Pick<Services, "db" | "content" | "clock" | "secrets">;

/** Orders shown on the home and treatment screens. */
const shownOrders = 10;

/** Everything the home and treatment screens show, in a fixed number of queries. */
export async function treatmentOf(parts: Parts, patientId: string): Promise<Treatment> {
  const { db, content, clock } = parts;
  const [plan, patient, standings, orders] = await Promise.all([
    planOf(parts, patientId),
    patientById(parts, patientId),
    standingsOf(parts, [patientId]),
    ordersOf(parts, patientId, { limit: shownOrders }),
  ]);
  const visit = standings.get(patientId) ?? noStanding;
  const orderId = plan.orderId ?? "";
  const [subscriptions, states, shipments] = await Promise.all([
    subscriptionsOf(parts, patientId, plan.prescribed),
    orderStates(db, plan.orderId === null ? [] : [plan.orderId]),
    shipmentsOf(db, plan.orderId === null ? [] : [plan.orderId]),
  ]);
  const nextstep = nextStepOf({
    plan,
    visit,
    nonRxOnly: patient.nonRxOnly,
    orderStatus: states.get(orderId) ?? null,
    shipment: shipments.get(orderId) ?? null,
    nextCharge: subscriptions.flatMap(({ nextchargeon }) => nextchargeon ?? []).toSorted()[0] ?? null,
    timezone: content.brand.timezone,
    now: clock.now(),
  });
  return {
    doctor: plan.doctor,
    plan: {
      status: plan.status,
      statustext: planTexts[plan.status],
      since: (plan.decidedAt ?? plan.submittedAt)?.toISOString() ?? null,
      items: [...plan.items],
      nextstep,
      note: plan.note,
    },
    orders,
    subscriptions,
    needs: needsOf({ patient, visit, lapsed: plan.lapsed, orders }),
  };
}
