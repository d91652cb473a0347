import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { parcelCarriers } from "#contract/dispensing/parcel-label.ts";
import css from "./dispensing-page.module.css";
import { type OnMarked, type ParcelRow, type RefusedOrders, useParcelBatch } from "./parcel-batch.tsx";
import { playRefusal } from "./refusal-sound.ts";
import { useOwnCode } from "./use-own-code.tsx";
import { type Parcels, type TypedParcels, useParcels } from "./use-parcels.ts";

/** Marks one or several orders as shipped: a tracking number each, and the carrier where the numbers don't say it. */
export function ShipDialog({
  orders,
  onDone,
  onClose,
  ...typed
}: TypedParcels & {
  readonly orders: readonly OrderItem[];
  readonly onDone: OnMarked;
  readonly onClose: () => void;
}) {
  const [refused, setRefused] = useState<RefusedOrders>(new Map());
  const { results, begin } = useParcelBatch("shipped", { onDone, onAll: onClose, onCorrect: setRefused });
  /** What has left is not marked again. */
  const toDo = orders.filter(({ id }) => refused.size === 0 || refused.has(id));
  const only = toDo.length === 1 ? toDo[0] : undefined;
  return (
    <Modal
      title={only ? `Mark order ${only.order?.number ?? ""} as shipped` : `Mark ${toDo.length} orders as shipped`}
      description={
        only
          ? `For ${patientName(only.patient)}, ${birthdayLabel(only.patient)}. The patient hears right away that it’s on its way.`
          : "The patients are told at once that their packages are on their way."
      }
      wide
      onClose={onClose}
    >
      {only && <SeenFirst patient={only.patient} />}
      {results ? (
        <Stack gap={4}>{results}</Stack>
      ) : (
        <ShipForm orders={toDo} refused={refused} {...typed} onShip={begin} />
      )}
    </Modal>
  );
}

function ShipForm({
  orders,
  refused,
  onShip,
  ...typed
}: TypedParcels & {
  readonly orders: readonly OrderItem[];
  readonly refused: RefusedOrders;
  readonly onShip: (rows: readonly ParcelRow[]) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLDivElement>(null);
  const parcels = useParcels(orders, typed, refused);
  const { carrier, setCarrier, carrierError, items } = parcels;
  const wrongCode = useOwnCode(
    orders.length === 1 ? (orders[0]?.order?.number ?? "") : null,
    () => form.current?.requestSubmit(),
    { value: typed.numbers, put: typed.onNumbers },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const rows = parcels.check();
    if (rows === null) return form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    typed.onCarrier(carrier.trim());
    onShip(rows);
  }
  /** A scanner ends with a key. What is wrong is chosen, so that the next scan takes its place; then comes the next number, or a look at what was read. */
  function end(event: KeyboardEvent<HTMLInputElement>, order: OrderItem) {
    if (!["Enter", "Tab"].includes(event.key) || event.shiftKey || event.currentTarget.value.trim() === "") return;
    // Whoever has read what is wrong may go on.
    if (event.key === "Tab" && parcels.errorOf(order) !== null) return;
    const outcome = parcels.end(order);
    if (outcome === "wrong") {
      playRefusal();
      event.preventDefault();
      return event.currentTarget.select();
    }
    if (event.key === "Tab") return;
    const next = parcels.nextEmpty();
    if (next !== null) form.current?.querySelector<HTMLElement>(`[data-order="${next}"]`)?.focus();
    else if (outcome === "read") submitButton.current?.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={4}>
        {wrongCode}
        {orders.map((item) => {
          const { id, order, patient } = item;
          const read = parcels.readAs(id);
          return (
            <TextField
              key={id}
              label={
                orders.length === 1
                  ? "Tracking number"
                  : `Tracking number of ${order?.number ?? ""}, ${patientName(patient)}, ${birthdayLabel(patient)}`
              }
              hint={read === null ? "Scan the label, or enter the number." : `Read as ${read}`}
              autoComplete="off"
              spellCheck={false}
              data-order={id}
              value={typed.numbers[id] ?? ""}
              error={parcels.errorOf(item) ?? undefined}
              onChange={(event) => parcels.change(id, event.target.value)}
              onKeyDown={(event) => end(event, item)}
              onBlur={() => parcels.takeCarrier(id)}
            />
          );
        })}
        <TextField
          label="Carrier"
          list="carriers"
          autoComplete="off"
          value={carrier}
          error={carrierError ?? undefined}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <datalist id="carriers">
          {parcelCarriers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        {items.length > 1 && <Inside parcels={parcels} />}
        <div ref={submitButton}>
          <Button type="submit">Mark as shipped</Button>
        </div>
      </Stack>
    </form>
  );
}

/** What goes in the parcel of an order with several items; the rest follows. */
const Inside = ({ parcels: { items, left, toggle, isChecked, isEmpty } }: { parcels: Parcels }) => (
  <fieldset className={css["inside"]}>
    <legend>In this package</legend>
    {items.map(({ pricingid, quantity, name, dosage }) => (
      <Checkbox
        key={pricingid}
        checked={!left.has(pricingid)}
        onChange={() => toggle(pricingid)}
        label={`${quantity} × ${name} ${dosage}`}
      />
    ))}
    {isChecked && isEmpty && <FieldError>Please choose what goes in it.</FieldError>}
    {left.size > 0 && !isEmpty && <p>The patient reads that the rest follows.</p>}
  </fieldset>
);
