import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cardText } from "#app/formats/cards.ts";
import { formatDollars } from "#app/formats/money.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { queryKey } from "#clinic/api/query.ts";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import css from "./money.module.css";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { placedOrders, type PlacedOrder, useOrders } from "./money-lists.ts";
import { chargedLabel, decisionOutcome, orderName } from "./money-labels.ts";
import { usePendingStep } from "./pending-steps.ts";
import { StepDialog } from "./step-dialog.tsx";

type Outcome = "accept" | "release";

/** Payments whose amount isn't the order's: accepted as they are, or given back. */
export function MismatchesTab() {
  const cache = useQueryClient();
  const orders = useOrders("mismatch");
  const [open, setOpen] = useState<{ readonly item: PlacedOrder; readonly outcome: Outcome } | null>(null);
  const [notice, setNotice] = useState("");

  function done(text: string) {
    void cache.invalidateQueries({ queryKey: queryKey(care.orders) });
    setNotice(text);
    setOpen(null);
  }

  return (
    <>
      <Notice>{notice}</Notice>
      <QueryContent query={orders}>
        {({ pages }) => {
          const items = placedOrders(pages);
          if (items.length === 0)
            return <p className={css["empty"]}>Every payment is what its order says. New ones show up here.</p>;
          return (
            <>
              <p className={css["quiet"]}>
                Accept a payment that covers its order: what’s above goes back. Give back what doesn’t. The patient was
                told that you’ll write within one business day.
              </p>
              <Table label="Payments that differ" head={["Placed", "Patient", "The order says", "Charged", "Decide"]}>
                {items.map((item) => (
                  <MismatchRow key={item.id} item={item} onDecide={(outcome) => setOpen({ item, outcome })} />
                ))}
              </Table>
              <MoreButton list={orders} />
            </>
          );
        }}
      </QueryContent>
      <Decided />
      {open && (
        <AboutPatient patient={open.item.patient}>
          <StepDialog
            order={open.item.order}
            patientName={patientName(open.item.patient)}
            decision={{ kind: open.outcome }}
            onDone={done}
            onClose={() => setOpen(null)}
          />
        </AboutPatient>
      )}
    </>
  );
}

/** What became of those that were decided: who lost the answer, or the page, sees it here. */
function Decided() {
  const orders = useOrders("mismatch_decided");
  const items = placedOrders(orders.data?.pages ?? []);
  if (orders.isError)
    return <p className={css["quiet"]}>What was decided lately couldn’t be loaded. Reload the page to see it.</p>;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="decided" className={css["decided"]}>
      <h2 id="decided">Decided in the last two weeks</h2>
      <Table label="Decided in the last two weeks" head={["Decided", "Patient", "The order says", "What became of it"]}>
        {items.map((item) => (
          <DecidedRow key={item.id} item={item} />
        ))}
      </Table>
      <MoreButton list={orders} />
    </section>
  );
}

function DecidedRow({ item: { order, patient, mismatchdecision: decision, refunds } }: { item: PlacedOrder }) {
  if (decision === null) return null;
  const { tone, label, detail } = decisionOutcome(decision, refunds);
  return (
    <tr>
      <td className={css["when"]}>
        {practiceDayAndTime(decision.at)}
        {decision.by !== null && <div className={css["quiet"]}>{decision.by}</div>}
      </td>
      <td>
        <b>{patientName(patient)}</b>
        <div className={css["quiet"]}>{orderName(order.number)}</div>
      </td>
      <td className={css["amount"]}>{formatDollars(order.summary.totalamount)}</td>
      <td>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {detail && <div className={css["quiet"]}>{detail}</div>}
      </td>
    </tr>
  );
}

function MismatchRow({
  item: { order, patient, mismatch },
  onDecide,
}: {
  item: PlacedOrder;
  onDecide: (outcome: Outcome) => void;
}) {
  const pending = usePendingStep(order.id);
  const name = patientName(patient);
  const button = (outcome: Outcome, label: string) => (
    <RowAction label={label} name={`${label}: ${name}`} onClick={() => onDecide(outcome)} />
  );
  return (
    <tr>
      <td className={css["when"]}>{practiceDayAndTime(order.placedat)}</td>
      <td>
        <b>{name}</b>
        <div className={css["quiet"]}>{patient.email}</div>
      </td>
      <td className={css["amount"]}>{formatDollars(order.summary.totalamount)}</td>
      <td className={css["charged"]}>
        {mismatch ? <b>{chargedLabel(mismatch)}</b> : "–"}
        {order.card && <div className={css["quiet"]}>{cardText(order.card)}</div>}
        {mismatch?.obstacle && <div className={css["quiet"]}>{mismatch.obstacle}</div>}
      </td>
      <td>
        <RowActions>
          {pending ? (
            <>
              <StatusBadge tone="warning">Outcome unknown</StatusBadge>
              {button("accept", "Ask again")}
            </>
          ) : (
            <>
              {!mismatch?.obstacle && button("accept", "Accept")}
              {button("release", "Give back")}
            </>
          )}
        </RowActions>
      </td>
    </tr>
  );
}
