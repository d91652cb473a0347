import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { queryKey } from "#clinic/api/query.ts";
import { CancelDialog, CancelOrderButton } from "#clinic/care/cancel-order.tsx";
import { Loaded, Said } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { care } from "#contract/care/calls.ts";
import { isPaid } from "./money-step.ts";
import { matches, refundNotes } from "./money-words.ts";
import { orderStatusWords } from "#clinic/ui/words/order-status.ts";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import css from "./money.module.css";
import { MoreButton } from "./more-button.tsx";
import { placedOrders, type PlacedOrder, useOrderByNumber, useOrders } from "./money-lists.ts";
import { usePendingStep } from "./pending-steps.ts";
import { RefundDialog } from "./refund-dialog.tsx";

const lists = [
  { value: "paid", label: "Paid, not sent yet" },
  { value: "shipped", label: "On their way" },
  { value: "disputed", label: "In dispute" },
] as const;
type List = (typeof lists)[number]["value"];

/** Finds an order, among those the practice works on or by its number in whatever state, and refunds it. */
export function RefundsTab() {
  const cache = useQueryClient();
  const [status, setStatus] = useState<List>("paid");
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState<PlacedOrder | null>(null);
  const [canceling, setCanceling] = useState<PlacedOrder | null>(null);
  const [said, setSaid] = useState("");
  const orders = useOrders(status);
  const numbered = useOrderByNumber(typed);
  const find = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => find.current?.select() });

  function done(words: string) {
    void cache.invalidateQueries({ queryKey: queryKey(care.orders) });
    void cache.invalidateQueries({ queryKey: queryKey(care.orderByNumber) });
    setSaid(words);
    setOpen(null);
    setCanceling(null);
  }

  return (
    <>
      <Said>{said}</Said>
      <search className={css["find"]}>
        <Select
          label="Orders"
          options={lists}
          value={status}
          onChange={(event) => setStatus(event.target.value as List)}
        />
        <TextField
          ref={find}
          type="search"
          label="Order number or name"
          className={css["typed"]}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      <Loaded query={orders}>
        {({ pages }) => {
          const all = placedOrders(pages);
          const listed = all.filter((item) => matches(item, typed));
          const elsewhere = placedOrders(numbered.data ? [numbered.data] : []);
          const found = [...listed, ...elsewhere.filter(({ id }) => listed.every((each) => each.id !== id))];
          return (
            <>
              {found.length === 0 ? (
                <p className={css["empty"]}>
                  {numbered.isFetching
                    ? "Looking in all orders…"
                    : all.length === 0 && typed === ""
                      ? "No orders here. Enter an order number to find any order."
                      : orders.hasNextPage
                        ? `Not among the oldest ${all.length} here. Show more to look further.`
                        : "Not found. With its whole number, any order is found."}
                </p>
              ) : (
                <Table label="Orders" head={["Order", "Patient", "Status", "Total", "Refunded", "Left", "Action"]}>
                  {found.map((item) => (
                    <OrderRow
                      key={item.id}
                      item={item}
                      onRefund={() => setOpen(item)}
                      onCancel={() => setCanceling(item)}
                    />
                  ))}
                </Table>
              )}
              <MoreButton list={orders} />
            </>
          );
        }}
      </Loaded>
      {canceling && (
        <CancelDialog
          order={canceling.order}
          patientName={patientName(canceling.patient)}
          onDone={done}
          onClose={() => setCanceling(null)}
        />
      )}
      {open && (
        <RefundDialog item={open} patientName={patientName(open.patient)} onDone={done} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function OrderRow({
  item: { order, patient, refunds, refundable },
  onRefund,
  onCancel,
}: {
  item: PlacedOrder;
  onRefund: () => void;
  onCancel: () => void;
}) {
  const pending = usePendingStep(order.id);
  const name = patientName(patient);
  return (
    <tr>
      <td className={css["number"]}>{order.number ?? "–"}</td>
      <td>
        <b>{name}</b>
      </td>
      <td>
        {orderStatusWords[order.status]}
        <div className={css["quiet"]}>Placed {formatDay(order.placedat)}</div>
      </td>
      <td className={css["amount"]}>{formatDollars(order.summary.totalamount)}</td>
      <td className={css["amount"]}>
        {order.refunded > 0 ? formatDollars(order.refunded) : "–"}
        {refundNotes(refunds).map((note) => (
          <div key={note} className={css["quiet"]}>
            {note}
          </div>
        ))}
      </td>
      <td className={css["amount"]}>{formatDollars(refundable)}</td>
      <td>
        <RowActions>
          <CancelOrderButton order={order} patientName={name} onClick={onCancel} />
          {pending && <StatusBadge tone="warning">Outcome unknown</StatusBadge>}
          {(refundable > 0 && isPaid(order)) || pending ? (
            <RowAction
              label={pending ? "Ask again" : "Refund"}
              name={`Refund: order ${order.number ?? ""} of ${name}`}
              onClick={onRefund}
            />
          ) : (
            <span className={css["quiet"]}>Nothing left</span>
          )}
        </RowActions>
      </td>
    </tr>
  );
}
