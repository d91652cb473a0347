import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { BatchResults, doneWords, useShipBatch } from "./batch-results.tsx";
import css from "./dispensing-page.module.css";
import { itemsToSend } from "./pharmacy-file.ts";
import { countResults } from "./ship-batch.ts";
import { carrierProblem, trackingProblem } from "./shipping-rows.ts";

/** Marks one or several orders as shipped: the carrier once, a tracking number each. */
export function ShipDialog({
  orders,
  carrier: carrierBefore,
  onCarrier,
  numbers,
  onNumbers: setNumbers,
  onDone,
  onClose,
}: {
  orders: readonly OrderItem[];
  /** The last one used. */
  carrier: string;
  onCarrier: (carrier: string) => void;
  /** What was typed, by order; kept by the page, so that closing loses nothing. */
  numbers: Readonly<Record<string, string>>;
  onNumbers: (numbers: Readonly<Record<string, string>>) => void;
  onDone: (said: string) => void;
  onClose: () => void;
}) {
  const [carrier, setCarrier] = useState(carrierBefore);
  const [checked, setChecked] = useState(false);
  const items = orders.length === 1 && orders[0] ? itemsToSend(orders[0]) : [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const inside = items.filter(({ pricingid }) => !left.has(pricingid));
  const { batch, rows, begin } = useShipBatch();

  async function run(running: NonNullable<typeof batch>) {
    await running.run();
    const state = running.get();
    const shipped = countResults(state, "shipped");
    onDone(shipped > 0 ? doneWords(shipped, state.results.length) : "");
    if (state.phase === "done" && shipped === state.results.length) onClose();
  }
  const problemOf = (id: string) => {
    const text = (numbers[id] ?? "").trim();
    const twice = orders.some((other) => other.id !== id && text !== "" && (numbers[other.id] ?? "").trim() === text);
    return trackingProblem(text) ?? (twice ? "This number is there twice." : null);
  };
  const isEmpty = items.length > 0 && inside.length === 0;
  const form = useRef<HTMLFormElement>(null);
  function submit() {
    flushSync(() => setChecked(true));
    if (carrierProblem(carrier.trim()) !== null || orders.some(({ id }) => problemOf(id) !== null) || isEmpty)
      return form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    onCarrier(carrier.trim());
    const begun = begin(
      orders.map(({ id, order }) => ({
        orderId: id,
        number: order?.number ?? "",
        carrier: carrier.trim(),
        trackingnumber: (numbers[id] ?? "").trim(),
        ...(left.size > 0 && { lines: inside.map(({ pricingid }) => ({ pricingid })) }),
      })),
    );
    void run(begun);
  }
  return (
    <Modal
      title={
        orders.length === 1
          ? `Mark order ${orders[0]?.order?.number ?? ""} as shipped`
          : `Mark ${orders.length} orders as shipped`
      }
      description={
        orders.length === 1
          ? "The patient hears right away that it’s on its way."
          : "The patients are told at once that their packages are on their way."
      }
      wide
      onClose={onClose}
    >
      {batch ? (
        <Stack gap={4}>
          <BatchResults batch={batch} rows={rows} onRun={() => void run(batch)} />
        </Stack>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap={4}>
            <TextField
              label="Carrier"
              list="carriers"
              autoComplete="off"
              maxLength={60}
              value={carrier}
              error={(checked && carrierProblem(carrier.trim())) || undefined}
              onChange={(event) => setCarrier(event.target.value)}
            />
            <datalist id="carriers">
              {["USPS", "UPS", "FedEx", "DHL"].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
            {orders.map(({ id, order, patient }) => (
              <TextField
                key={id}
                label={
                  orders.length === 1
                    ? "Tracking number"
                    : `Tracking number of ${order?.number ?? ""}, ${patientName(patient)}`
                }
                autoComplete="off"
                spellCheck={false}
                maxLength={80}
                value={numbers[id] ?? ""}
                error={(checked && problemOf(id)) || undefined}
                onChange={(event) => setNumbers({ ...numbers, [id]: event.target.value })}
              />
            ))}
            {items.length > 1 && (
              <fieldset className={css["inside"]}>
                <legend>In this package</legend>
                {items.map(({ pricingid, quantity, name, dosage }) => (
                  <Checkbox
                    key={pricingid}
                    checked={!left.has(pricingid)}
                    onChange={() => {
                      const next = new Set(left);
                      if (!next.delete(pricingid)) next.add(pricingid);
                      setLeft(next);
                    }}
                    label={`${quantity} × ${name} ${dosage}`}
                  />
                ))}
                {checked && isEmpty && <FieldError>Please choose what goes in it.</FieldError>}
                {left.size > 0 && !isEmpty && <p>The patient reads that the rest follows.</p>}
              </fieldset>
            )}
            <div>
              <Button type="submit">Mark as shipped</Button>
            </div>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
