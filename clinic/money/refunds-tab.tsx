import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { queryKey } from "#clinic/api/query.ts";
import { CancelDialog, CancelOrderButton } from "#clinic/care/cancel-order.tsx";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { care } from "#contract/care/calls.ts";
import { isPaid } from "./money-step.ts";
import { matches, refundNotes } from "./money-labels.ts";
import { orderStatusLabels } from "#clinic/ui/labels/order-status.ts";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import css from "./money.module.css";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { placedOrders, type PlacedOrder, useOrderByNumber, useOrders } from "./money-lists.ts";
import { usePendingStep } from "./pending-steps.ts";
import { RefundDialog } from "./refund-dialog.tsx";

const lists = [
  { value: "paid", label: "Paid, not sent yet" },
  { value: "shipped", label: "On their way" },
  { value: "disputed", label: "In dispute" },
] as const;
type List = (typeof lists)[number]["value"];

/** The orders of a list that match what is typed, and the one with that number in whatever state. */
function useFoundOrders(status: List, typed: string) {
  const orders = useOrders(status);
  const numbered = useOrderByNumber(typed);
  const all = placedOrders(orders.data?.pages ?? []);
  const listed = all.filter((item) => matches(item, typed));
  const elsewhere = placedOrders(numbered.data ? [numbered.data] : []);
  const found = [...listed, ...elsewhere.filter(({ id }) => listed.every((each) => each.id !== id))];
  return { orders, found, empty: emptyText(numbered.isFetching, typed, all.length, orders.hasNextPage) };
}

/** Why no order is shown. */
function emptyText(isLooking: boolean, typed: string, listed: number, hasMore: boolean): string {
  if (isLooking) return "Looking in all orders…";
  if (listed === 0 && typed === "") return "No orders here. Enter an order number to find any order.";
  if (hasMore) return `Not among the oldest ${listed} here. Show more to look further.`;
  return "Not found. With its whole number, any order is found.";
}

/** Finds an order, among those the practice works on or by its number in whatever state, and refunds it. */
export function RefundsTab() {
  const cache = useQueryClient();
  const [status, setStatus] = useState<List>("paid");
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState<{ readonly kind: "refund" | "cancel"; readonly item: PlacedOrder } | null>(null);
  const [notice, setNotice] = useState("");
  const { orders, found, empty } = useFoundOrders(status, typed);
  const dialog = {
    patientName: open ? patientName(open.item.patient) : "",
    onClose: () => setOpen(null),
    onDone: (text: string) => {
      for (const each of [care.orders, care.orderByNumber]) void cache.invalidateQueries({ queryKey: queryKey(each) });
      setNotice(text);
      setOpen(null);
    },
  };
  return (
    <>
      <Notice>{notice}</Notice>
      <OrderSearch status={status} onStatus={setStatus} typed={typed} onType={setTyped} />
      <QueryContent query={orders}>
        {() => (
          <>
            {found.length === 0 ? (
              <p className={css["empty"]}>{empty}</p>
            ) : (
              <Table label="Orders" head={["Order", "Patient", "Status", "Total", "Refunded", "Left", "Action"]}>
                {found.map((item) => (
                  <OrderRow
                    key={item.id}
                    item={item}
                    onRefund={() => setOpen({ kind: "refund", item })}
                    onCancel={() => setOpen({ kind: "cancel", item })}
                  />
                ))}
              </Table>
            )}
            <MoreButton list={orders} />
          </>
        )}
      </QueryContent>
      {open && (
        <AboutPatient patient={open.item.patient}>
          {open.kind === "cancel" && <CancelDialog order={open.item.order} {...dialog} />}
          {open.kind === "refund" && <RefundDialog item={open.item} {...dialog} />}
        </AboutPatient>
      )}
    </>
  );
}

function OrderSearch({
  status,
  onStatus,
  typed,
  onType,
}: {
  status: List;
  onStatus: (status: List) => void;
  typed: string;
  onType: (typed: string) => void;
}) {
  const find = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => find.current?.select() });
  return (
    <search className={css["find"]}>
      <Select label="Orders" options={lists} value={status} onChange={({ target }) => onStatus(target.value as List)} />
      <TextField
        ref={find}
        type="search"
        label="Order number or name"
        className={css["typed"]}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    </search>
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
        {orderStatusLabels[order.status]}
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
