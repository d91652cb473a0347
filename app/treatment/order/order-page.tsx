import { Column, Columns } from "#app/ui/layout/columns.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useParams } from "wouter";
import { errorMessage } from "#app/api/api-error.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { FoldedCard } from "#app/ui/layout/folded-card.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import type { Order as Placed } from "#contract/orders/orders.ts";
import { BackLink } from "#app/ui/actions/back-link.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { paymentText } from "#app/orders/payment-text.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { OrderedItems } from "#app/orders/ordered-items.tsx";
import { OrderTimeline, ParcelTracking, shipmentOfOrder } from "#app/orders/order-timeline.tsx";
import { hasMoreThanStops, OrderTrack } from "#app/orders/order-track.tsx";
import { RequestCard } from "#app/account/requests/record-requests.tsx";
import { CounselingCard } from "./counseling-card.tsx";
import { OrderActions } from "./order-actions-card.tsx";
import css from "./order-page.module.css";
import { isMissing, useOrder, useTreatment } from "../queries.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { orderStatus } from "#app/orders/order-status.ts";
import { orderSummaryRows } from "#app/orders/order-summary-rows.ts";

/** One order: its progress, items, summary and shipping address. */
export default function OrderPage() {
  const { formatDay } = useDates();
  const { id } = useParams<{ id: string }>();
  const { data, error, isFetching, refetch } = useOrder(id);
  if (!data && isMissing(error)) return <OrderNotFound />;
  return (
    <Stack gap={6}>
      <Stack gap={2} align="start">
        <BackLink href="/treatment">All orders</BackLink>
        <h1>{data?.number ? `Order ${data.number}` : "Your order"}</h1>
        {data && <p className={css["muted"]}>Placed on {formatDay(data.placedat)}</p>}
      </Stack>
      {data ? (
        <OrderContent order={data} />
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Columns first={1.2}>
          <Skeleton shape="row" count={6} />
          <Skeleton shape="row" count={4} label="" />
        </Columns>
      )}
    </Stack>
  );
}

function OrderContent({ order }: { order: Placed }) {
  const { data: treatment } = useTreatment();
  const status = orderStatus(order);
  const shipment = treatment ? shipmentOfOrder(treatment, order.id) : null;
  return (
    <Columns first={1.2}>
      <Column>
        <Card as="section" gap={6} className={css["card"]} aria-labelledby="way">
          <CardHead id="way" title="Where it is" status={status} />
          {order.correction && <Alert tone="warning">{order.correction.text}</Alert>}
          <StatusMessage>{`This order: ${status.label}`}</StatusMessage>
          <OrderTrack order={order} shipment={shipment} />
          {order.status === "shipped" && shipment && (
            <div>
              <ParcelTracking shipment={shipment} />
            </div>
          )}
          <p>{paymentText(order)}</p>
        </Card>
        <Card as="section" gap={5} className={css["card"]} aria-labelledby="lines">
          <CardHead id="lines" title="What’s in it" />
          <OrderedItems lines={order.detail} />
          <OrderSum order={order} />
        </Card>
        <CounselingCard orderId={order.id} />
        <RequestCard about={{ orderid: order.id }} />
      </Column>
      <Column>
        <OrderActions order={order} subscriptions={treatment?.subscriptions ?? []} />
        <Card as="section" gap={5} className={css["card"]} aria-labelledby="address">
          <CardHead id="address" title="Shipping and card" />
          {order.shipto && <ShipToAddress shipto={order.shipto} />}
          <p className={css["muted"]}>{cardOnFileText(order.card)}</p>
          <ButtonLink variant="secondary" href="/contact-us">
            Ask about this order
          </ButtonLink>
        </Card>
        {order.timeline.length > 0 && (
          <FoldedCard title="Every step" open={hasMoreThanStops(order)}>
            <OrderTimeline order={order} shipment={shipment} />
          </FoldedCard>
        )}
      </Column>
    </Columns>
  );
}

/** What was paid, and back; how it adds up opens below it. */
function OrderSum({ order }: { order: Placed }) {
  const rows = orderSummaryRows(order);
  const isResult = ({ total, highlight }: (typeof rows)[number]) => total === true || highlight === true;
  return (
    <div>
      <SummaryList rows={rows.filter(isResult)} />
      <Disclosure summary="How it adds up">
        <SummaryList rows={rows.filter((row) => !isResult(row))} />
      </Disclosure>
    </div>
  );
}

function ShipToAddress({ shipto }: { shipto: NonNullable<Placed["shipto"]> }) {
  const { address1, address2, city, state, zipcode } = shipto;
  return (
    <address className={css["address"]}>
      {address1}
      <br />
      {address2 && (
        <>
          {address2}
          <br />
        </>
      )}
      {city}, {state} {zipcode}
    </address>
  );
}

function OrderNotFound() {
  return (
    <EmptyState
      level={1}
      illustration={<ParcelSprig />}
      title="We couldn't find this order"
      action={<ButtonLink href="/treatment">See your orders</ButtonLink>}
    >
      The address may be misspelled, or the order belongs to another account.
    </EmptyState>
  );
}
