import { formatCalendarDay } from "#contract/fields/formats.ts";
import { CalendarIcon } from "#app/ui/brand/app-icons.tsx";
import { PlanCard } from "#app/catalogue/plan/plan-card.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { Link } from "#app/ui/actions/link.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { joinNames } from "#app/formats/names.ts";
import { OrderLinkList } from "#app/orders/order-list.tsx";
import { isOrderInProgress, orderStatus } from "#app/orders/order-status.ts";
import { shipmentOfOrder } from "#app/orders/order-timeline.tsx";
import { OrderTrack, isTracked } from "#app/orders/order-track.tsx";
import { paymentText } from "#app/orders/payment-text.ts";
import { planProductNames } from "../plan/plan-lines.ts";
import { OnHandList } from "../subscriptions/on-hand-list.tsx";
import { hasMoneyLine, NextChargeLine } from "./next-charge-line.tsx";
import css from "./parcel-card.module.css";

/**
 * Where the patient's parcel is, else the plan it belongs to; how long what they have lasts, and in one line what is charged next. Empty where there is
 * none of it.
 */
export function ParcelCard({ order, treatment }: { order: Order | undefined; treatment: Treatment }) {
  const { orders, subscriptions, plan } = treatment;
  const hasOnHand = subscriptions.some(({ onhanduntil }) => onhanduntil !== null);
  const beginning = plan.items.filter(({ startson }) => startson !== null);
  const moving = order && isOrderInProgress(order) ? order : undefined;
  // Medicine at hand says more than the order it came with.
  const shown = moving ?? (hasOnHand ? undefined : order);
  const others = orders.filter((each) => each.id !== order?.id && isOrderInProgress(each));
  if (!shown && !hasOnHand && beginning.length === 0 && !hasMoneyLine(treatment)) return null;
  const supply = (
    <>
      {beginning.map(({ productid, name, startson }) => (
        <p key={productid} className={css["beginning"]}>
          <CalendarIcon />
          Don’t begin {name} before {formatCalendarDay(startson ?? "")}.
        </p>
      ))}
      <OnHandList subscriptions={subscriptions} />
      {others.length > 0 && (
        <div>
          <h3 className={css["also"]}>Also on its way</h3>
          <OrderLinkList orders={others} />
        </div>
      )}
      <NextChargeLine {...treatment} />
    </>
  );
  if (!shown)
    return (
      <PlanCard quiet name={planName(planProductNames(treatment))}>
        {supply}
      </PlanCard>
    );
  return (
    <Card as="section" gap={5} aria-labelledby="parcel">
      <CardHead
        id="parcel"
        title={moving ? "Your parcel" : "Your last order"}
        {...(isUnderway(shown) ? {} : { status: orderStatus(shown) })}
      />
      <ShownOrder order={shown} treatment={treatment} />
      {supply}
    </Card>
  );
}

/** A track shows its status; an order that has arrived, or does not come, has a badge and, if need be, what became of its money. */
const isUnderway = (order: Order): boolean => order.status !== "delivered" && isTracked(order);

function ShownOrder({ order, treatment }: { order: Order; treatment: Treatment }) {
  const shipment = shipmentOfOrder(treatment, order.id);
  const { nextstep } = treatment;
  return (
    <>
      {order.detail.length > 0 && !nextstep.stages && (
        <p className={css["items"]}>{joinNames(order.detail.map(({ name }) => name))}</p>
      )}
      {isUnderway(order) ? (
        <OrderTrack order={order} shipment={shipment} />
      ) : (
        (order.status !== "delivered" || order.refunded > 0) && <p>{paymentText(order)}</p>
      )}
      <Cluster gap={5} rowGap={0} align="normal">
        <Link standalone href={`/order/${order.id}`}>
          {order.number ? `See order ${order.number}` : "See your order"}
        </Link>
        {shipment?.trackingurl && order.status === "shipped" && nextstep.action?.href !== shipment.trackingurl && (
          <Link standalone external href={shipment.trackingurl}>
            Track with {shipment.carrier}
          </Link>
        )}
      </Cluster>
    </>
  );
}
