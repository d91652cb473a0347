import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { QueryContent, Notice, Page } from "#clinic/ui/page.tsx";
import { TaskDialog } from "#clinic/care/tasks/task-dialog.tsx";
import { isTaken } from "#clinic/ui/taken-keys.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { orderStatusLabels } from "#clinic/ui/labels/order-status.ts";
import { sentBackWaitDays } from "#contract/care/packed-lines.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { DeliverDialog } from "./deliver-dialog.tsx";
import css from "./dispensing-page.module.css";
import { FileDialog } from "./file-dialog.tsx";
import { type Action, actionsFor, isSentBack } from "./find-order.ts";
import { FindOrderField } from "./find-order-field.tsx";
import { LotDialog } from "./lot-dialog.tsx";
import { OrderList } from "./order-list.tsx";
import { PackDialog } from "./pack-dialog.tsx";
import { PharmacyFileButton } from "./pharmacy-file-button.tsx";
import { linesToVerify } from "./pharmacy-file.ts";
import { PrintButtons } from "./print-buttons.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { VoidDialog } from "./void-dialog.tsx";
import { isCode } from "./scanned-code.ts";
import { ShipDialog } from "./ship-dialog.tsx";
import { type Dispensing, type List, useDispensing, useDispensingKeys } from "./use-dispensing.ts";
import { useScanner } from "./use-scanner.ts";
import { VerifyDialog } from "./verify-dialog.tsx";

const actionTexts: readonly (readonly [Action, string])[] = [
  ["pack", "Pack"],
  ["verify", "Verify"],
  ["ship", "Mark as shipped"],
  ["deliver", "Mark as delivered"],
  ["return", "Came back"],
  ["void", "Something was wrong"],
];

/** What is packed and sent, and what is on its way. */
export function DispensingPage() {
  const dispensing = useDispensing();
  useDispensingKeys(dispensing);
  useScanner(() => dispensing.typed, dispensing.scan, {
    onPage: true,
    takes: (scanned) => isCode(scanned) || !isTaken(document.activeElement, "0"),
  });
  const { address, lists, typed, setTyped, found, isFinding, notice } = dispensing;
  return (
    <Page title="Dispensing" actions={<PageActions dispensing={dispensing} />}>
      <FindOrderField typed={typed} foundId={found[0]?.id ?? null} onType={setTyped} />
      <Lists dispensing={dispensing} />
      <Notice>{notice}</Notice>
      {isFinding ? (
        <Found dispensing={dispensing} />
      ) : (
        <QueryContent query={lists[address.list]} rows={10}>
          {(items) => <Orders dispensing={dispensing} items={items} />}
        </QueryContent>
      )}
      <Dialogs dispensing={dispensing} />
    </Page>
  );
}

function PageActions({ dispensing: { address, lists, selection, openDialog } }: { dispensing: Dispensing }) {
  const { selected } = selection;
  return (
    <>
      <Button variant="secondary" onClick={() => openDialog({ kind: "lot" })}>
        Find a lot
      </Button>
      {address.list === "ready" && (
        <>
          <PharmacyFileButton orders={selected.length > 0 ? selected : (lists.ready.data ?? [])} of={selected.length} />
          <Button variant="secondary" onClick={() => openDialog({ kind: "file" })}>
            Read a file back
          </Button>
        </>
      )}
    </>
  );
}

function Lists({ dispensing: { address, lists } }: { dispensing: Dispensing }) {
  const link = (list: List, href: string, label: string) => (
    <li>
      <a href={href} aria-current={address.list === list ? "true" : undefined}>
        {label} <b>{lists[list].data?.length ?? "…"}</b>
      </a>
    </li>
  );
  return (
    <nav aria-label="Lists">
      <ul className={css["tabs"]}>
        {link("ready", "/clinic/dispensing", "To send")}
        {link("asked", "/clinic/dispensing?status=asked", "Waiting for an answer")}
        {link("shipped", "/clinic/dispensing?status=shipped", "On the way")}
      </ul>
    </nav>
  );
}

const noneTexts: Readonly<Record<List, string>> = {
  ready: "Nothing is to be sent. Paid orders show up here on their own.",
  asked: "No order waits for an answer from its prescriber.",
  shipped: "Nothing is on its way.",
};

function Orders({ dispensing, items }: { dispensing: Dispensing; items: readonly OrderItem[] }) {
  const { address, selection } = dispensing;
  const isShipped = address.list === "shipped";
  if (items.length === 0) return <output className={css["none"]}>{noneTexts[address.list]}</output>;
  return (
    <>
      {address.list !== "asked" && <SelectionBar dispensing={dispensing} items={items} />}
      <OrderList
        items={items}
        isShipped={isShipped}
        chosen={address.list === "asked" ? null : selection.chosen}
        openOrderId={address.openOrderId}
        onToggle={selection.toggle}
        onOpen={address.open}
      />
    </>
  );
}

/** How much is selected, and what can be done with it. */
function SelectionBar({
  dispensing: { address, selection, begin, ask },
  items,
}: {
  dispensing: Dispensing;
  items: readonly OrderItem[];
}) {
  const { selected, focused, choose } = selection;
  const isReady = address.list === "ready";
  const count = selected.length;
  return (
    <div className={css["bar"]}>
      <label className={css["all"]}>
        <input
          type="checkbox"
          checked={count === items.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < items.length;
          }}
          onChange={(event) => choose(event.target.checked ? items.map(({ id }) => id) : [])}
        />
        {count === 0 ? "Select all" : `${count} selected`}
      </label>
      <Button
        variant={count > 0 ? "primary" : "secondary"}
        disabled={count === 0}
        onClick={() => begin(isReady ? "ship" : "deliver", selected)}
      >
        {isReady ? "Mark as shipped" : "Mark as delivered"}
      </Button>
      {isReady ? (
        <>
          <Button variant="secondary" disabled={count === 0} onClick={() => begin("pack", selected)}>
            Pack
          </Button>
          <Button
            variant="secondary"
            disabled={selected.every((item) => linesToVerify(item).length === 0)}
            onClick={() => begin("verify", selected)}
          >
            Verify
          </Button>
        </>
      ) : (
        <>
          <Button variant="secondary" disabled={count !== 1} onClick={() => begin("return")}>
            Came back
          </Button>
          <Button
            variant="secondary"
            disabled={count !== 1 || selected.every((item) => !actionsFor(item).includes("void"))}
            onClick={() => begin("void")}
          >
            Something was wrong
          </Button>
        </>
      )}
      <Button variant="secondary" disabled={count !== 1} onClick={() => ask(selected)}>
        Ask about it
      </Button>
      <PrintButtons selected={selected} orFocused={focused} />
      <span className={css["hint"]}>
        <kbd>x</kbd> selects,{" "}
        {isReady ? (
          <>
            <kbd>p</kbd> packs, <kbd>v</kbd> verifies, <kbd>s</kbd> marks as shipped
          </>
        ) : (
          <>
            <kbd>d</kbd> marks as delivered, <kbd>b</kbd> as come back
          </>
        )}
        , <kbd>q</kbd> asks about it, <kbd>l</kbd> prints labels, <kbd>o</kbd> leaflets
      </span>
    </div>
  );
}

/** The dialog that is open. What is typed of parcels stays while the page does; an order sent in parts is shipped again, with another number. */
function Dialogs({ dispensing: { dialog, done, next, close } }: { dispensing: Dispensing }) {
  const [carrier, setCarrier] = useState("");
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
  const doneWith = (notice: string, orderIds: readonly string[]) => {
    done(notice);
    setNumbers((typed) => Object.fromEntries(Object.entries(typed).filter(([id]) => !orderIds.includes(id))));
  };
  if (dialog === null) return null;
  if (dialog.kind === "lot") return <LotDialog onClose={close} />;
  if (dialog.kind === "file") return <FileDialog onDone={doneWith} onClose={close} />;
  if (dialog.kind === "ask") {
    const { patient, order: asked, dispensing } = dialog.order;
    return (
      <AboutPatient patient={patient}>
        <TaskDialog
          about={{
            patient: { id: patient.id, name: patientName(patient) },
            ...(asked && { order: { id: asked.id, number: asked.number } }),
            holds: (dialog.order.ready || dialog.order.question !== null) && dispensing !== null,
          }}
          onDone={(notice) => doneWith(notice, [])}
          onClose={close}
        />
      </AboutPatient>
    );
  }
  const { kind, orders } = dialog;
  const [order] = orders;
  if (!order) return null;
  switch (kind) {
    case "ship":
      return (
        <ShipDialog
          {...{ orders, carrier, numbers }}
          onCarrier={setCarrier}
          onNumbers={setNumbers}
          onDone={doneWith}
          onClose={close}
        />
      );
    case "deliver":
      return orders.length === 1 ? (
        <AboutPatient patient={order.patient}>
          <DeliverDialog orders={orders} onDone={doneWith} onClose={close} />
        </AboutPatient>
      ) : (
        <DeliverDialog orders={orders} onDone={doneWith} onClose={close} />
      );
    case "pack":
      return (
        <PackDialog
          key={order.id}
          item={order}
          more={orders.length - 1}
          onPacked={(as) => next("pack", orders, as)}
          onClose={close}
        />
      );
    case "verify":
      return (
        <VerifyDialog
          key={order.id}
          item={order}
          more={orders.length - 1}
          onVerified={() => next("verify", orders, "verified")}
          onClose={close}
        />
      );
    case "void":
      return (
        <AboutPatient patient={order.patient}>
          <VoidDialog key={order.id} item={order} onDone={(notice) => doneWith(notice, [])} onClose={close} />
        </AboutPatient>
      );
    case "return":
      return (
        <AboutPatient patient={order.patient}>
          <ReturnDialog item={order} onDone={(notice) => doneWith(notice, [order.id])} onClose={close} />
        </AboutPatient>
      );
  }
}

/** The order with the number that was typed, with what can be done with it. */
function Found({ dispensing: { number, numbered, address, begin, ask, found } }: { dispensing: Dispensing }) {
  if (number === null) return <output className={css["none"]}>Type the whole number of the order.</output>;
  return (
    <QueryContent query={numbered} rows={1}>
      {([item]) => {
        if (!item?.order) return <output className={css["none"]}>There’s no order {number}.</output>;
        const may = actionsFor(item);
        const { status } = item.order;
        return (
          <>
            <div className={css["bar"]}>
              <StatusBadge tone="info">{item.ready ? "To send" : orderStatusLabels[status]}</StatusBadge>
              {actionTexts
                .filter(([kind]) => may.includes(kind))
                .map(([kind, label]) => (
                  <Button key={kind} variant="secondary" onClick={() => begin(kind, found)}>
                    {label}
                  </Button>
                ))}
              <Button variant="secondary" onClick={() => ask([item])}>
                Ask about it
              </Button>
              {may.length > 0 && <PrintButtons selected={[item]} orFocused={() => [item]} />}
              <output className={css["hint"]}>
                {isSentBack(item) ? (
                  `The patient sent it back. They have ${sentBackWaitDays} days to say that they don’t want it again.`
                ) : item.question ? (
                  "It waits for the doctor’s answer to a pharmacist’s question."
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
              openOrderId={address.openOrderId}
              onToggle={() => {}}
              onOpen={address.open}
            />
          </>
        );
      }}
    </QueryContent>
  );
}
