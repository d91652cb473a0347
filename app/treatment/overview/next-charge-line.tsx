import { formatShortMonthDay } from "#contract/fields/formats.ts";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import { shortCents } from "#app/formats/money.ts";
import { toCents } from "#contract/fields/numbers.ts";
import css from "./next-charge-line.module.css";

type Money = Pick<Treatment, "charges" | "discounts" | "subscriptions">;

/** Whether there is something to say about money. */
export const hasMoneyLine = ({ charges, subscriptions }: Pick<Money, "charges" | "subscriptions">): boolean =>
  charges.length > 0 || subscriptions.some(({ status }) => status === "past_due");

/**
 * Money in one line: the next charge, its day, and where to manage it; with what is taken off. After a failed payment cancelling is one press
 * away, too.
 */
export function NextChargeLine({ charges, discounts, subscriptions }: Money) {
  if (!hasMoneyLine({ charges, subscriptions })) return null;
  const [next] = charges;
  const isPastDue = subscriptions.some(({ status }) => status === "past_due");
  return (
    <div className={css["money"]}>
      <div className={css["line"]}>
        <p>
          {next ? (
            <>
              {next.retry ? "We’ll try your card again: " : "Next: "}
              <span className={css["sum"]}>{shortCents(toCents(next.amount))}</span> on{" "}
              {formatShortMonthDay(next.chargeon)}
            </>
          ) : (
            "Your next order waits for your payment."
          )}
        </p>
        <Link standalone href="/treatment">
          Manage<span className="visually-hidden"> your orders and charges</span>
        </Link>
        {isPastDue && (
          <Link standalone href="/cancel-subscription">
            Cancel subscription
          </Link>
        )}
      </div>
      {discounts.map(({ text }, index) => (
        <p key={index} className={css["discount"]}>
          <CheckIcon />
          {text}
        </p>
      ))}
    </div>
  );
}
