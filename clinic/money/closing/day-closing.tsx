import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { care } from "#contract/care/calls.ts";
import type { DayMoney } from "#contract/care/closing.ts";
import css from "../money.module.css";
import { amountLabel, closedLabel, closeQuestion, closingPath, dayStatus, differenceLabels } from "./closing-labels.ts";

/** One day: our books beside the gateway, each difference with what to do, and the closing. */
export function DayClosing({ day }: { day: string }) {
  const cache = useQueryClient();
  const query = queryOf(care.closingOfDay, { params: { day } });
  // Asked of the gateway when the day is opened; on coming back to the tab, what was read and is about to be closed stays.
  const money = useQuery({ ...query, refetchOnWindowFocus: false });
  const [asking, setAsking] = useState<DayMoney | null>(null);
  const [notice, setNotice] = useState("");
  return (
    <>
      <p>
        <a href={closingPath}>All days</a>
      </p>
      <Notice>{notice}</Notice>
      <QueryContent query={money}>
        {(data) => (
          <>
            <Head data={data} onClose={() => setAsking(data)} onReload={() => void money.refetch()} />
            <Sums data={data} />
            <Differences data={data} />
          </>
        )}
      </QueryContent>
      {asking && (
        <Confirm
          question={`Close ${formatCalendarDay(day)}?`}
          detail={closeQuestion(asking)}
          confirmLabel="Close the day"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            const { revision } = asking;
            try {
              cache.setQueryData(query.queryKey, await call(care.closeDay, { params: { day }, body: { revision } }));
            } catch (error) {
              // The figures may be others by now: they're shown below the question.
              void money.refetch();
              throw error;
            }
            void cache.invalidateQueries({ queryKey: queryKey(care.closings) });
            setNotice(`${formatCalendarDay(day)} is closed.`);
          }}
        />
      )}
    </>
  );
}

function Head({ data, onClose, onReload }: { data: DayMoney; onClose: () => void; onReload: () => void }) {
  const { day, over, closing } = data;
  const { tone, label } = dayStatus(data);
  const canClose = over && (closing === null || closing.changed);
  return (
    <>
      <Cluster gap={4}>
        <h2>{formatCalendarDay(day)}</h2>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {closing && <span className={css["quiet"]}>{closedLabel(closing)}</span>}
        {canClose && <Button onClick={onClose}>{closing ? "Close it again" : "Close the day"}</Button>}
        <Button variant="secondary" onClick={onReload}>
          Ask the gateway again
        </Button>
        {closing && <FileButton day={day} />}
      </Cluster>
      {closing?.changed && (
        <Alert tone="warning" title="The figures changed since this day was closed">
          Below are both: the figures it was closed with, and those of now. Look at the differences, then close it
          again.
        </Alert>
      )}
    </>
  );
}

function FileButton({ day }: { day: string }) {
  const { send, message } = useAct();
  const read = () => call(care.closingFile, { params: { day } });
  return (
    <>
      <Button variant="secondary" onClick={() => void send(day, read, (file) => saveCsv(file, `closing-${day}.csv`))}>
        Save as CSV
      </Button>
      {message && <Alert tone="warning">{message}</Alert>}
    </>
  );
}

const rows = [
  ["captured", "Charged"],
  ["refunded", "Refunded"],
  ["disputed", "Taken back by banks"],
] as const;

function Sums({ data: { ours, gateway, closing, closedwith } }: { data: DayMoney }) {
  const before = closing?.changed ? closedwith : null;
  return (
    <Table
      label="Sums"
      head={["Sum", "Our books", "Gateway", ...(before ? ["Our books when closed", "Gateway when closed"] : [])]}
    >
      {rows.map(([sum, label]) => (
        <tr key={sum}>
          <td>
            {ours[sum] === gateway[sum] ? label : <b>{label}</b>}
            {ours[sum] !== gateway[sum] && <div className={css["danger"]}>Differs</div>}
          </td>
          <td className={css["amount"]}>{amountLabel(ours[sum])}</td>
          <td className={css["amount"]}>{amountLabel(gateway[sum])}</td>
          {before && <td className={css["amount"]}>{amountLabel(before.ours[sum])}</td>}
          {before && <td className={css["amount"]}>{amountLabel(before.gateway[sum])}</td>}
        </tr>
      ))}
      <tr>
        <td>Fees of the gateway</td>
        <td className={css["amount"]}>–</td>
        <td className={css["amount"]}>{amountLabel(gateway.fees)}</td>
        {before && <td className={css["amount"]}>–</td>}
        {before && <td className={css["amount"]}>{amountLabel(before.gateway.fees)}</td>}
      </tr>
    </Table>
  );
}

function Differences({ data: { differences } }: { data: DayMoney }) {
  if (differences.length === 0)
    return <p className={css["empty"]}>No differences: our books and the gateway have the same.</p>;
  return (
    <Table label="Differences" head={["What", "Order", "Our books", "Gateway", "What to do"]}>
      {differences.map((each, index) => {
        const { what, where, todo } = differenceLabels(each);
        return (
          <tr key={index}>
            <td>
              <b>{where}</b>
              <div className={css["quiet"]}>{what}</div>
            </td>
            <td>
              <span className={css["number"]}>{each.ordernumber ?? "–"}</span>
              {each.paymentid && <div className={css["quiet"]}>{each.paymentid}</div>}
            </td>
            <td className={css["amount"]}>{amountLabel(each.ours)}</td>
            <td className={css["amount"]}>{amountLabel(each.gateway)}</td>
            <td className={css["charged"]}>{todo}</td>
          </tr>
        );
      })}
    </Table>
  );
}
