import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { calendarDay } from "#app/treatment/dates.ts";
import { failedPayment } from "#app/payment/failed-payment.ts";
import { dollars } from "#app/treatment/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { treatment } from "#contract/treatment.ts";

/** Over what sum the last charge failed, why, and what happens next. */
export function FailedCharge({ user }: { user: Parameters<typeof failedPayment>[0] }) {
  const { data } = useQuery(queryOf(treatment.full, {}));
  const owed = data?.charges.find(({ retry }) => retry);
  return (
    <Alert kind="warning" title={owed ? `A payment of ${dollars(owed.amount)} failed` : "Your last payment failed"}>
      <p>{failedPayment(user)?.text}</p>
      <p>
        Save a new card below, and we try again at once.
        {owed && ` If you do nothing, we try again on ${calendarDay(owed.chargeon)}.`}
      </p>
    </Alert>
  );
}
