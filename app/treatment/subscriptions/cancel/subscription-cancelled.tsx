import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { joinNames } from "#app/formats/names.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";
import type { CancelOutcome } from "./cancel-page.tsx";
import { paidOrdersToCome } from "./cancel-rules.ts";
import { CancelConfirmation } from "./cancel-confirmation.tsx";

/** The confirmation: what was cancelled, what is charged from here on, what is still to be delivered, and how to return. */
export function Cancelled({ ids, message, after, emergency }: CancelOutcome) {
  const cancelledSubscriptions = after.filter(({ id }) => ids.includes(id));
  const names = joinNames(cancelledSubscriptions.map(({ item }) => item.name));
  const paidOrders = paidOrdersToCome(cancelledSubscriptions);
  const remaining = after.filter(({ status }) => status === "active" || status === "paused" || status === "past_due");
  return (
    <CancelConfirmation
      picture={<EnvelopeFlower />}
      title={`${names} ${cancelledSubscriptions.length > 1 ? "are" : "is"} canceled`}
      message={message}
      above={emergency && <EmergencyPanel emergency={emergency} />}
    >
      <Card as="section" gap={4} aria-labelledby="charges">
        <CardHead id="charges" title="What you'll be charged from now on" />
        {remaining.length === 0 ? (
          <p>Nothing. There are no charges planned on your card, and we'll email you this.</p>
        ) : (
          <>
            <p>Nothing for {names}. We'll email you this. You keep:</p>
            <Stack as="ul" gap={2}>
              {remaining.map((subscription) => (
                <li key={subscription.id}>
                  <Link href={`/subscription/${subscription.id}`}>{subscription.item.name}</Link>:{" "}
                  {subscription.statustext}
                </li>
              ))}
            </Stack>
          </>
        )}
      </Card>
      {paidOrders.length > 0 && (
        <Card as="section" gap={4} aria-labelledby="coming">
          <CardHead id="coming" title="What you paid for will still come" />
          <Stack as="ul" gap={2}>
            {paidOrders.map((order) => (
              <li key={order.id}>
                {order.state.text} {order.orderid && <Link href={`/order/${order.orderid}`}>See the order</Link>}
              </li>
            ))}
          </Stack>
        </Card>
      )}
      <Card as="section" gap={4} aria-labelledby="back">
        <CardHead id="back" title="If you change your mind" />
        <p>You can order again for as long as your prescription lasts. Your doctor is still just a message away.</p>
        <Cluster gap={5} rowGap={0} align="normal">
          {cancelledSubscriptions.map(({ id, item }) => (
            <Link key={id} standalone href={`/subscription/${id}`}>
              Order {item.name} again
            </Link>
          ))}
          <Link standalone href="/messages/doctor">
            Message your doctor
          </Link>
        </Cluster>
      </Card>
      <ButtonLink href="/home">Go home</ButtonLink>
    </CancelConfirmation>
  );
}
