import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmergencyPanel } from "#app/ui/emergency-panel.tsx";
import { EnvelopeFlower } from "#app/ui/illustrations/envelope-flower.tsx";
import { Link } from "#app/ui/link.tsx";
import { listed } from "../charges.ts";
import { nextChargeText } from "../subscription-text.ts";
import { SectionHead } from "../section-head.tsx";
import { supplyText } from "../subscription/supply-text.ts";
import css from "./cancel.module.css";
import type { Outcome } from "./cancel-subscription.tsx";
import { stillToCome } from "./choice.ts";
import { Confirmation } from "./confirmation.tsx";

/** The confirmation: what was cancelled, what is charged from now on, what still comes, and the way back. */
export function Cancelled({ ids, message, after, emergency }: Outcome) {
  const about = after.filter(({ id }) => ids.includes(id));
  const names = listed(about.map(({ item }) => item.name));
  const coming = stillToCome(about);
  const running = after.filter(({ status }) => status === "active" || status === "paused" || status === "past_due");
  return (
    <Confirmation
      picture={<EnvelopeFlower />}
      title={`${names} ${about.length > 1 ? "are" : "is"} cancelled`}
      message={message}
      above={emergency && <EmergencyPanel emergency={emergency} />}
    >
      <Card as="section" className={css["card"]} aria-labelledby="charges">
        <SectionHead id="charges" title="What is charged from now on" />
        {running.length === 0 ? (
          <p>Nothing. No charge is planned on your card, and we send you this in a mail.</p>
        ) : (
          <>
            <p>Nothing for {names}. We send you this in a mail. You keep:</p>
            <ul className={css["list"]}>
              {running.map((subscription) => (
                <li key={subscription.id}>
                  <Link href={`/subscription/${subscription.id}`}>{subscription.item.name}</Link>
                  {`: ${nextChargeText(subscription)}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {coming.length > 0 && (
        <Card as="section" className={css["card"]} aria-labelledby="coming">
          <SectionHead id="coming" title="What you paid for still comes" />
          <ul className={css["list"]}>
            {coming.map((supply) => (
              <li key={supply.id}>
                {supplyText(supply)} {supply.orderid && <Link href={`/order/${supply.orderid}`}>See the order</Link>}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card as="section" className={css["card"]} aria-labelledby="back">
        <SectionHead id="back" title="If you change your mind" />
        <p>You can order again for as long as your prescription lasts. Your doctor stays a message away.</p>
        <div className={css["ways"]}>
          {about.map(({ id, item }) => (
            <Link key={id} standalone href={`/subscription/${id}`}>
              Order {item.name} again
            </Link>
          ))}
          <Link standalone href="/messages/doctor">
            Write to your doctor
          </Link>
        </div>
      </Card>
      <ButtonLink href="/home">Go home</ButtonLink>
    </Confirmation>
  );
}
