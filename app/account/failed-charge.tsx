import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { formatCalendarDay } from "#app/treatment/dates.ts";
import { failedPaymentNotice } from "#app/payment/failed-payment.ts";
import { formatDollars } from "#app/treatment/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { treatment } from "#contract/treatment.ts";

/** The amount of the failed charge, why it failed, and what happens next. */
export function FailedCharge({ user }: { user: Parameters<typeof failedPaymentNotice>[0] }) {
  const { data } = useQuery(queryOf(treatment.full, {}));
  const retriedCharge = data?.charges.find(({ retry }) => retry);
  return (
    <Alert
      kind="warning"
      title={retriedCharge ? `A payment of ${formatDollars(retriedCharge.amount)} failed` : "Your last payment failed"}
    >
      <p>{failedPaymentNotice(user)?.text}</p>
      <p>
        Save a new card below, and we try again at once.
        {retriedCharge && ` If you do nothing, we try again on ${formatCalendarDay(retriedCharge.chargeon)}.`}
      </p>
    </Alert>
  );
}
