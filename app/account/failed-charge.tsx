import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { calendarDay } from "#app/treatment/dates.ts";
import { dollars } from "#app/treatment/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { treatment } from "#contract/treatment.ts";

/** Over what sum the last charge failed and what happens next; why it failed says the banner above the page. */
export function FailedCharge() {
  const { data } = useQuery(queryOf(treatment.full, {}));
  const owed = data?.charges.find(({ retry }) => retry);
  return (
    <Alert title={owed ? `A payment of ${dollars(owed.amount)} failed` : "Your last payment failed"}>
      <p>
        Save a new card below, and we try again at once.
        {owed && ` If you do nothing, we try again on ${calendarDay(owed.chargeon)}.`}
      </p>
    </Alert>
  );
}
