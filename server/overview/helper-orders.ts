import type { account } from "#contract/account/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type Sentence, type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import { loadTreatmentOverview } from "./overview.ts";

type Event = Order["timeline"][number]["event"];

/** What stands for a step that would show what a doctor decided, or has to. */
const instead: Readonly<Partial<Record<Event, Sentence>>> = {
  in_review: sentence("treatment.label_being_prepared"),
  approved: sentence("treatment.label_being_prepared"),
  declined: sentence("orders.step_cancelled"),
};

/** Where an order is: what its timeline shows as reached last. */
export function stateForHelper(content: SentenceContent, { timeline }: Pick<Order, "timeline">): string {
  const reached =
    timeline.findLast(({ state }) => state === "current") ?? timeline.findLast(({ state }) => state === "done");
  if (!reached) return "";
  const otherwise = instead[reached.event];
  return otherwise ? toText(content, otherwise) : reached.label;
}

/** What a helper sees of orders: what was bought, what it costs and where it is. Why a charge waits can be about health, so nobody else reads that. */
export const helperOrderHandlers = {
  helperOrders: async (_input, ctx) => {
    const { orders, charges, subscriptions } = await loadTreatmentOverview(ctx, ctx.caller.patientId);
    const shipments = subscriptions.flatMap(({ prescriptionorders }) =>
      prescriptionorders.flatMap(({ shipment }) => shipment ?? []),
    );
    const packages = new Map(shipments.map((shipment) => [shipment.trackingnumber, shipment]));
    return {
      orders: orders.map((order) => ({
        ...{ id: order.id, number: order.number, placedat: order.placedat, state: stateForHelper(ctx.content, order) },
        names: order.detail.map(({ name }) => name),
        total: order.summary.totalamount,
        refunded: order.refunded,
      })),
      charges: charges.map(({ chargeon, amount, items, retry }) => ({
        ...{ chargeon, amount, retry },
        names: items.map(({ name }) => name),
      })),
      packages: [...packages.values()]
        .toSorted((one, other) => other.shippedat.localeCompare(one.shippedat))
        .map(({ carrier, trackingnumber, trackingurl, shippedat, deliveredat }) => ({
          ...{ carrier, trackingnumber, trackingurl, shippedat, deliveredat },
        })),
    };
  },
} satisfies Partial<Handlers<typeof account>>;
