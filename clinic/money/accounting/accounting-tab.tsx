import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { AccountingPeriod } from "#contract/care/closing.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import css from "../money.module.css";
import { closingPath } from "../closing/closing-labels.ts";
import { type Days, daysLabel, daysOfMonth, kindLabels, ownDays, periodChoices } from "./accounting-labels.ts";
import { Payouts } from "./payouts.tsx";

/** What a month, or any days, amount to, and the file of it for the accountant; the last month that is over first. */
export function AccountingTab() {
  const today = practiceToday();
  const choices = periodChoices(today);
  const [choice, setChoice] = useState(choices[0]?.value ?? ownDays);
  const [own, setOwn] = useState<Days>(() => daysOfMonth(today.slice(0, 7), today));
  const days = choice === ownDays ? own : daysOfMonth(choice, today);
  const isComplete = days.from !== "" && days.to !== "";
  return (
    <>
      <div className={css["find"]}>
        <Select
          label="Period"
          value={choice}
          options={choices}
          onChange={({ target }) => {
            // Other days begin with those that were shown.
            if (target.value === ownDays) setOwn(days);
            setChoice(target.value);
          }}
        />
        {choice === ownDays &&
          (["from", "to"] as const).map((end) => (
            <TextField
              key={end}
              label={end === "from" ? "First day" : "Last day"}
              type="date"
              max={today}
              value={own[end]}
              onChange={({ target }) => setOwn((before) => ({ ...before, [end]: target.value }))}
            />
          ))}
        {isComplete && <FileButton days={days} />}
      </div>
      {isComplete ? (
        <>
          <Figures days={days} />
          <Payouts days={days} />
        </>
      ) : (
        <p className={css["empty"]}>Please choose the first and the last day.</p>
      )}
    </>
  );
}

function FileButton({ days }: { days: Days }) {
  const { send, sending, message } = useAct();
  const save = () =>
    send(
      days,
      () => call(care.accountingFile, { query: days }),
      (file) => saveCsv(file, `accounting-${days.from}-to-${days.to}.csv`),
    );
  return (
    <>
      <Button variant="secondary" busy={sending} busyLabel="Asking the gateway" onClick={() => void save()}>
        Save as CSV
      </Button>
      {message && <Alert tone="warning">{message}</Alert>}
    </>
  );
}

function Figures({ days }: { days: Days }) {
  // Asked of the gateway when a period is chosen, not each time somebody comes back to the tab.
  const accounting = useQuery({ ...queryOf(care.accounting, { query: days }), refetchOnWindowFocus: false });
  return (
    <QueryContent query={accounting}>
      {(data) => (
        <Stack gap={5}>
          <NotClosed {...data} />
          <p className={css["quiet"]}>
            {formatCalendarDay(data.from)} to {formatCalendarDay(data.to)}, by the days of {data.timezone}. What left
            the practice is negative. The file has each payment, refund and payout, with no names.
          </p>
          <Sums data={data} />
          <States states={data.states} />
        </Stack>
      )}
    </QueryContent>
  );
}

function NotClosed({ opendays, changeddays }: Pick<AccountingPeriod, "opendays" | "changeddays">) {
  if (opendays.length === 0 && changeddays.length === 0) return null;
  const isOne = opendays.length === 1;
  return (
    <Alert
      tone="warning"
      title={
        opendays.length > 0
          ? isOne
            ? "1 day isn’t closed yet"
            : `${opendays.length} days aren’t closed yet`
          : "Closed days have changed"
      }
      actions={<a href={closingPath}>Go to the days</a>}
    >
      {opendays.length > 0 && (
        <p>Not compared with the gateway: {daysLabel(opendays)}. Their figures can still change.</p>
      )}
      {changeddays.length > 0 && <p>Changed since they were closed: {daysLabel(changeddays)}.</p>}
    </Alert>
  );
}

const Amounts = ({ amounts }: { amounts: readonly number[] }) =>
  amounts.map((dollars, index) => (
    <td key={index} className={css["amount"]}>
      {dollars === 0 ? "–" : formatDollars(dollars)}
    </td>
  ));

function Sums({ data: { sums, total, fees, payouts } }: { data: AccountingPeriod }) {
  return (
    <Table label="Sums" head={["What", "Movements", "Amount", "Sales tax in it", "Discount in it"]}>
      {sums.map(({ kind, movements, amount, tax, discount }) => (
        <tr key={kind}>
          <td>{kindLabels[kind]}</td>
          <td className={css["amount"]}>{movements}</td>
          <Amounts amounts={[amount, tax, discount]} />
        </tr>
      ))}
      <tr>
        <td>
          <b>Altogether</b>
        </td>
        <td className={css["amount"]}>{sums.reduce((count, { movements }) => count + movements, 0)}</td>
        <Amounts amounts={[total.amount, total.tax, total.discount]} />
      </tr>
      {(
        [
          ["Fees of the gateway", fees],
          ["Payouts to the bank", payouts],
        ] as const
      ).map(([label, { movements, amount }]) => (
        <tr key={label}>
          <td>{label}</td>
          <td className={css["amount"]}>{movements}</td>
          <Amounts amounts={[amount, 0, 0]} />
        </tr>
      ))}
    </Table>
  );
}

function States({ states }: Pick<AccountingPeriod, "states">) {
  if (states.length === 0) return <p className={css["empty"]}>No money moved on these days.</p>;
  return (
    <Table label="By state" head={["Sent to", "Charged", "Given back", "Amount", "Sales tax in it", "Discount in it"]}>
      {states.map(({ state, charged, givenback, amount, tax, discount }) => (
        <tr key={state}>
          <td>{state || "Unknown"}</td>
          <Amounts amounts={[charged, givenback, amount, tax, discount]} />
        </tr>
      ))}
    </Table>
  );
}
