import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { Confirm } from "#clinic/ui/dialogs/confirm.tsx";
import { Loaded, Page, Said } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { orderStatusWords } from "#clinic/ui/words/order-status.ts";
import { care } from "#contract/care/calls.ts";
import { sentBackWaitDays } from "#contract/care/packed-lines.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import css from "./dispensing-page.module.css";
import { FileDialog } from "./file-dialog.tsx";
import { type Action, actionsFor, isSentBack, numberFrom } from "./find-order.ts";
import { FindOrderField } from "./find-order-field.tsx";
import { LotDialog } from "./lot-dialog.tsx";
import { OrderList } from "./order-list.tsx";
import { PackDialog } from "./pack-dialog.tsx";
import { PharmacyFileButton } from "./pharmacy-file-button.tsx";
import { PrintButtons } from "./print-buttons.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { ShipDialog } from "./ship-dialog.tsx";
import { ordersKey, useOrderByNumber, useOrders } from "./use-orders.ts";

type List = "ready" | "shipped";
type Open =
  | { readonly kind: Action; readonly orders: readonly OrderItem[] }
  | { readonly kind: "file" }
  | { readonly kind: "lot" };

const actionsOf: Readonly<Record<List, readonly Action[]>> = {
  ready: ["pack", "ship"],
  shipped: ["deliver", "return"],
};
const actionWords: readonly (readonly [Action, string])[] = [
  ["pack", "Pack"],
  ["ship", "Mark as shipped"],
  ["deliver", "Mark as delivered"],
  ["return", "Came back"],
];

/** What is packed and sent, and what is on its way. */
export function DispensingPage() {
  const search = new URLSearchParams(useSearch());
  const list: List = search.get("status") === "shipped" ? "shipped" : "ready";
  const cache = useQueryClient();
  const lists = { ready: useOrders("ready"), shipped: useOrders("shipped") };
  const [typed, setTyped] = useState("");
  const number = numberFrom(typed);
  const numbered = useOrderByNumber(number);
  const found = (number !== null && numbered.data) || [];
  const isFinding = typed.trim() !== "";
  const orders = lists[list];
  const shown = isFinding ? found : (orders.data ?? []);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState("");
  const [carrier, setCarrier] = useState("");
  const [trackingNumbers, setTrackingNumbers] = useState<Readonly<Record<string, string>>>({});
  // What has left the list meanwhile is not chosen any more.
  const selected = isFinding ? [] : shown.filter(({ id }) => chosen.has(id));

  const focused = () => {
    const row = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["row"] : undefined;
    return shown.filter(({ id }) => id === row);
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const may = (kind: Action) =>
    isFinding ? found.some((item) => actionsFor(item).includes(kind)) : actionsOf[list].includes(kind);
  const begin = (kind: Action, items: readonly OrderItem[] = selected.length > 0 ? selected : focused()) => {
    if (items.length === 0 || !may(kind)) return;
    setSaid("");
    setOpen({ kind, orders: items });
  };
  /** One after another: each has a reason of its own. */
  const beginReturn = () => begin("return", (selected.length > 0 ? selected : focused()).slice(0, 1));
  function packed(orders: readonly OrderItem[]) {
    const [, ...rest] = orders;
    void cache.invalidateQueries({ queryKey: ordersKey });
    setSaid(`Order ${orders[0]?.order?.number ?? ""} is packed.`);
    setOpen(rest.length > 0 ? { kind: "pack", orders: rest } : null);
  }
  function done(words: string) {
    void cache.invalidateQueries({ queryKey: ordersKey });
    void cache.invalidateQueries({ queryKey: ["inbox"] });
    setChosen(new Set());
    if (words) {
      setSaid(words);
      // An order sent in parts is shipped again, with another number.
      setTrackingNumbers({});
    }
  }
  async function deliver(items: readonly OrderItem[]) {
    for (const { id } of items) await call(care.deliverOrder, { params: { id }, body: {} });
    done(items.length === 1 ? "Marked as delivered." : `${items.length} orders are marked as delivered.`);
  }
  useKeys({
    x: () => !isFinding && focused().forEach(({ id }) => toggle(id)),
    p: () => begin("pack"),
    s: () => begin("ship"),
    d: () => begin("deliver"),
    b: beginReturn,
  });

  function openOrder(id: string | null) {
    const query = new URLSearchParams({
      ...(list === "shipped" && { status: list }),
      ...(id !== null && { order: id }),
    });
    navigate(`/clinic/dispensing${query.size > 0 ? `?${query.toString()}` : ""}`, { replace: true });
  }

  const countOf = (name: List) => lists[name].data?.length ?? "…";
  return (
    <Page
      title="Dispensing"
      actions={
        <>
          <Button variant="secondary" onClick={() => setOpen({ kind: "lot" })}>
            Find a lot
          </Button>
          {list === "ready" && (
            <>
              <PharmacyFileButton orders={selected.length > 0 ? selected : (orders.data ?? [])} of={selected.length} />
              <Button variant="secondary" onClick={() => setOpen({ kind: "file" })}>
                Read a file back
              </Button>
            </>
          )}
        </>
      }
    >
      <FindOrderField typed={typed} foundId={found[0]?.id ?? null} onType={setTyped} />
      <nav aria-label="Lists">
        <ul className={css["tabs"]}>
          <li>
            <a href="/clinic/dispensing" aria-current={list === "ready" ? "true" : undefined}>
              To send <b>{countOf("ready")}</b>
            </a>
          </li>
          <li>
            <a href="/clinic/dispensing?status=shipped" aria-current={list === "shipped" ? "true" : undefined}>
              On the way <b>{countOf("shipped")}</b>
            </a>
          </li>
        </ul>
      </nav>
      <Said>{said}</Said>
      {isFinding ? (
        <Found
          number={number}
          numbered={numbered}
          opened={search.get("order")}
          onOpen={openOrder}
          onBegin={(kind) => begin(kind, found)}
        />
      ) : (
        <Loaded query={orders} rows={10}>
          {(items) =>
            items.length === 0 ? (
              <output className={css["none"]}>
                {list === "ready"
                  ? "Nothing is to be sent. Paid orders show up here on their own."
                  : "Nothing is on its way."}
              </output>
            ) : (
              <>
                <div className={css["bar"]}>
                  <label className={css["all"]}>
                    <input
                      type="checkbox"
                      checked={selected.length === items.length}
                      ref={(box) => {
                        if (box) box.indeterminate = selected.length > 0 && selected.length < items.length;
                      }}
                      onChange={(event) => setChosen(new Set(event.target.checked ? items.map(({ id }) => id) : []))}
                    />
                    {selected.length === 0 ? "Select all" : `${selected.length} selected`}
                  </label>
                  <Button
                    variant={selected.length > 0 ? "primary" : "secondary"}
                    disabled={selected.length === 0}
                    onClick={() => begin(list === "ready" ? "ship" : "deliver", selected)}
                  >
                    {list === "ready" ? "Mark as shipped" : "Mark as delivered"}
                  </Button>
                  {list === "ready" ? (
                    <Button
                      variant="secondary"
                      disabled={selected.length === 0}
                      onClick={() => begin("pack", selected)}
                    >
                      Pack
                    </Button>
                  ) : (
                    <Button variant="secondary" disabled={selected.length !== 1} onClick={beginReturn}>
                      Came back
                    </Button>
                  )}
                  <PrintButtons selected={selected} orFocused={focused} />
                  <span className={css["hint"]}>
                    <kbd>x</kbd> selects,{" "}
                    {list === "ready" ? (
                      <>
                        <kbd>p</kbd> packs, <kbd>s</kbd> marks as shipped
                      </>
                    ) : (
                      <>
                        <kbd>d</kbd> marks as delivered, <kbd>b</kbd> as come back
                      </>
                    )}
                    , <kbd>l</kbd> prints labels, <kbd>o</kbd> leaflets
                  </span>
                </div>
                <OrderList
                  items={items}
                  isShipped={list === "shipped"}
                  chosen={chosen}
                  opened={search.get("order")}
                  onToggle={toggle}
                  onOpen={openOrder}
                />
              </>
            )
          }
        </Loaded>
      )}
      {open?.kind === "ship" && (
        <ShipDialog
          orders={open.orders}
          carrier={carrier}
          onCarrier={setCarrier}
          numbers={trackingNumbers}
          onNumbers={setTrackingNumbers}
          onDone={done}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "deliver" && (
        <Confirm
          question={
            open.orders.length === 1
              ? `Mark order ${open.orders[0]?.order?.number ?? ""} as delivered?`
              : `Mark ${open.orders.length} orders as delivered?`
          }
          detail="The patient sees it at once. It can’t be taken back."
          confirmLabel="Mark as delivered"
          onConfirm={() => deliver(open.orders)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "pack" && open.orders[0] && (
        <PackDialog
          key={open.orders[0].id}
          item={open.orders[0]}
          more={open.orders.length - 1}
          onPacked={() => packed(open.orders)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "return" && open.orders[0] && (
        <ReturnDialog item={open.orders[0]} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open?.kind === "lot" && <LotDialog onClose={() => setOpen(null)} />}
      {open?.kind === "file" && <FileDialog onDone={done} onClose={() => setOpen(null)} />}
    </Page>
  );
}

/** The order with the number that was typed, with what can be done with it. */
function Found({
  number,
  numbered,
  opened,
  onOpen,
  onBegin,
}: {
  number: string | null;
  numbered: ReturnType<typeof useOrderByNumber>;
  opened: string | null;
  onOpen: (id: string | null) => void;
  onBegin: (kind: Action) => void;
}) {
  if (number === null) return <output className={css["none"]}>Type the whole number of the order.</output>;
  return (
    <Loaded query={numbered} rows={1}>
      {([item]) => {
        if (!item?.order) return <output className={css["none"]}>There’s no order {number}.</output>;
        const may = actionsFor(item);
        const { status } = item.order;
        return (
          <>
            <div className={css["bar"]}>
              <StatusBadge tone="info">{item.ready ? "To send" : orderStatusWords[status]}</StatusBadge>
              {actionWords
                .filter(([kind]) => may.includes(kind))
                .map(([kind, label]) => (
                  <Button key={kind} variant="secondary" onClick={() => onBegin(kind)}>
                    {label}
                  </Button>
                ))}
              {may.length > 0 && <PrintButtons selected={[item]} orFocused={() => [item]} />}
              <output className={css["hint"]}>
                {isSentBack(item) ? (
                  `The patient sent it back. They have ${sentBackWaitDays} days to say that they don’t want it again.`
                ) : may.length > 0 ? (
                  <>
                    Order {number} is here. <kbd>Enter</kbd> goes to it.
                  </>
                ) : status === "paid" || status === "authorized" ? (
                  "Nothing of it may be sent today."
                ) : (
                  "There’s nothing to do for it here."
                )}
              </output>
            </div>
            <OrderList
              items={[item]}
              isShipped={!item.ready}
              chosen={null}
              opened={opened}
              onToggle={() => {}}
              onOpen={onOpen}
            />
          </>
        );
      }}
    </Loaded>
  );
}
