import { useQuery } from "@tanstack/react-query";
import { formatDollars } from "#app/formats/money.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { care } from "#contract/care/calls.ts";
import type { PeriodPayouts } from "#contract/care/closing.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import css from "../money.module.css";
import type { Days } from "./accounting-labels.ts";
import { availableLabel, partsByDay, payoutNote, payoutStatus, unbalanced } from "./payout-labels.ts";

/** Which days' money each payout to the bank consists of, and what of the period waits for one. */
export function Payouts({ days }: { days: Days }) {
  // Asked of the gateway when a period is chosen, as its sums are.
  const payouts = useQuery({ ...queryOf(care.periodPayouts, { query: days }), refetchOnWindowFocus: false });
  return (
    <>
      <h2>Payouts to your bank</h2>
      <QueryContent query={payouts}>
        {(data) => (
          <>
            <Unbalanced payouts={data.payouts} />
            <PayoutTable payouts={data.payouts} />
            <Waiting waiting={data.waiting} />
          </>
        )}
      </QueryContent>
    </>
  );
}

function Unbalanced({ payouts }: Pick<PeriodPayouts, "payouts">) {
  const wrong = unbalanced(payouts);
  if (wrong.length === 0) return null;
  return (
    <Alert
      tone="danger"
      title={wrong.length === 1 ? "1 payout doesn’t add up" : `${wrong.length} payouts don’t add up`}
    >
      What the gateway says is in {wrong.length === 1 ? "it" : "them"} comes to another amount:{" "}
      {wrong.map(({ id }) => id).join(", ")}. Look in the gateway’s dashboard, and ask the gateway.
    </Alert>
  );
}

function PayoutTable({ payouts }: Pick<PeriodPayouts, "payouts">) {
  if (payouts.length === 0) return <p className={css["empty"]}>No payouts for these days.</p>;
  return (
    <Table label="Payouts" head={["At your bank", "Amount", "Status", "What’s in it, by your days"]}>
      {payouts.map((payout) => {
        const { tone, label } = payoutStatus(payout.status);
        const note = payoutNote(payout);
        return (
          <tr key={payout.id}>
            <td>
              <span className={css["when"]}>{formatCalendarDay(payout.arriveson)}</span>
              <div className={css["quiet"]}>{payout.id}</div>
            </td>
            <td className={css["amount"]}>{formatDollars(payout.amount)}</td>
            <td>
              <StatusBadge tone={tone}>{label}</StatusBadge>
            </td>
            <td>
              {note && <p className={payout.difference ? css["danger"] : css["quiet"]}>{note}</p>}
              <PartList parts={payout.parts} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function PartList({ parts }: Pick<PeriodPayouts["payouts"][number], "parts">) {
  return partsByDay(parts).map(({ day, amount, kinds }) => (
    <div key={day}>
      <b>{formatCalendarDay(day)}</b> {formatDollars(amount)}
      <div className={css["quiet"]}>{kinds}</div>
    </div>
  ));
}

function Waiting({ waiting: { amount, parts } }: Pick<PeriodPayouts, "waiting">) {
  if (parts.length === 0) return <p>Nothing of these days waits for a payout.</p>;
  return (
    <>
      <h3>Not paid out yet: {formatDollars(amount)}</h3>
      <Table label="Not paid out yet" head={["Day", "Amount", "What", "Can be paid out"]}>
        {partsByDay(parts).map(({ day, amount: ofDay, kinds }) => (
          <tr key={day}>
            <td className={css["when"]}>{formatCalendarDay(day)}</td>
            <td className={css["amount"]}>{formatDollars(ofDay)}</td>
            <td>{kinds}</td>
            <td>{availableLabel(parts, day)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
