import { useState } from "react";
import { flushSync } from "react-dom";
import type { OrderItem } from "#contract/care/worklists.ts";
import { cleanScan, isParcelCarrier, readParcelLabel } from "#contract/dispensing/parcel-label.ts";
import type { ParcelRow, RefusedOrders } from "./parcel-batch.tsx";
import { itemsToSend } from "./pharmacy-file.ts";
import { carrierProblem, parcelProblem } from "./shipping-rows.ts";

export interface TypedParcels {
  /** The last one used. */
  readonly carrier: string;
  readonly onCarrier: (carrier: string) => void;
  /** By order. They are the page's, so that closing loses nothing. */
  readonly numbers: Readonly<Record<string, string>>;
  readonly onNumbers: (numbers: Readonly<Record<string, string>>) => void;
}

/** A code of a carrier's own form. Ten, twelve or fifteen digits may be a part of another one's. */
const isUnmistakable = (text: string): boolean => /[A-Z]/.test(cleanScan(text)) || cleanScan(text).length > 15;

/** The carrier of a number: the one that was named, or where none was, or another one we know, the one its label says. */
export function carrierOf(text: string, named: string): string {
  const own = readParcelLabel(text);
  if ("refused" in own) return named;
  if (named === "") return own.carrier;
  const isOther = isParcelCarrier(named) && "refused" in readParcelLabel(text, named);
  return isOther && isUnmistakable(text) ? own.carrier : named;
}

/** What a number was read as, for whoever scanned it. */
export function readAs(text: string, named: string): string | null {
  const label = readParcelLabel(text, carrierOf(text, named));
  return "refused" in label ? null : `${label.carrier} ${label.number}`;
}

/** What is typed or scanned of parcels: the carrier, the numbers, and what goes in a single one. `refused` is what the server said of them. */
export function useParcels(
  orders: readonly OrderItem[],
  { carrier: lastCarrier, numbers, onNumbers }: TypedParcels,
  refused: RefusedOrders,
) {
  const [carrier, setCarrier] = useState(lastCarrier);
  const [isChecked, setChecked] = useState(false);
  /** The numbers whose end was a key, or that were refused: what is wrong with them is shown at once, until they're changed. */
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set(refused.keys()));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const items = orders.length === 1 && orders[0] ? itemsToSend(orders[0]) : [];
  const inside = items.filter(({ pricingid }) => !left.has(pricingid));
  const isEmpty = items.length > 0 && inside.length === 0;
  const textOf = (id: string) => (numbers[id] ?? "").trim();
  const parcelOf = (id: string) => ({ carrier: carrierOf(textOf(id), carrier.trim()), trackingnumber: textOf(id) });
  const codeOf = (id: string) => readAs(textOf(id), carrier.trim()) ?? textOf(id);
  const problemOf = (order: OrderItem): string | null => {
    const { id, patient } = order;
    const isTwice = orders.some(
      (other) => other.patient.id !== patient.id && textOf(id) !== "" && codeOf(other.id) === codeOf(id),
    );
    return parcelProblem(parcelOf(id), order) ?? (isTwice ? "This number is there twice." : null);
  };
  const needsCarrier = carrier.trim() === "" && orders.some(({ id }) => parcelOf(id).carrier === "");
  const carrierError = needsCarrier ? "The carrier is missing." : carrierProblem(carrier.trim());
  const isReady = carrierError === null && !isEmpty && orders.every((order) => problemOf(order) === null);
  const change = (id: string, text: string) => {
    setEnded(new Set([...ended].filter((each) => each !== id)));
    onNumbers({ ...numbers, [id]: text });
  };
  /** Takes the carrier of the label. Whether that was another one. */
  const takeCarrier = (id: string): boolean => {
    const own = carrierOf(textOf(id), carrier.trim());
    if (own === carrier.trim()) return false;
    setCarrier(own);
    return true;
  };
  return {
    ...{ carrier, setCarrier, items, left, isEmpty, isChecked, change, takeCarrier },
    carrierError: isChecked ? carrierError : null,
    errorOf: (order: OrderItem): string | null => {
      if (!isChecked && !ended.has(order.id)) return null;
      return problemOf(order) ?? (ended.has(order.id) ? (refused.get(order.id) ?? null) : null);
    },
    readAs: (id: string) => readAs(textOf(id), carrier.trim()),
    /** A number ended by a key, as a scanner's: whether something is wrong with it, or else what is left to look at or to fill in. */
    end: (order: OrderItem): "wrong" | "read" | "typed" => {
      const { id } = order;
      const isRead =
        takeCarrier(id) ||
        (parcelProblem(parcelOf(id), order) === null && isOnlyPart(textOf(id), parcelOf(id).carrier));
      setEnded(new Set([...ended, id]));
      return problemOf(order) !== null ? "wrong" : isRead ? "read" : "typed";
    },
    nextEmpty: () => orders.find(({ id }) => textOf(id) === "")?.id ?? null,
    toggle: (pricingid: string) => {
      const next = new Set(left);
      if (!next.delete(pricingid)) next.add(pricingid);
      setLeft(next);
    },
    /** What is missing is shown from then on. Null: something is. */
    check: (): readonly ParcelRow[] | null => {
      flushSync(() => setChecked(true));
      if (!isReady) return null;
      return orders.map(({ id, order }) => ({
        ...{ orderId: id, number: order?.number ?? "", ...parcelOf(id) },
        ...(left.size > 0 && { lines: inside.map(({ pricingid }) => ({ pricingid })) }),
      }));
    },
  };
}
export type Parcels = ReturnType<typeof useParcels>;

/** The number is a part of what was scanned. */
function isOnlyPart(text: string, carrier: string): boolean {
  const label = readParcelLabel(text, carrier);
  return !("refused" in label) && cleanScan(label.number) !== cleanScan(text);
}
