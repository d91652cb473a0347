import type { OrderItem } from "#contract/care/worklists.ts";
import { looksLikeBoxCode, readBoxCode } from "#contract/dispensing/box-code.ts";
import { looksLikeOrderCode, readOrderCode } from "#contract/dispensing/order-code.ts";
import { readParcelLabel } from "#contract/dispensing/parcel-label.ts";
import { actionsFor } from "./find-order.ts";
import { isPacked } from "./pharmacy-file.ts";

/** What a code that was scanned where no dialog is open asks for: an order by its number, or why it's none. */
export type ScannedOrder = { readonly number: string } | { readonly problem: string };

/** A parcel's label names the order on its way that left with it. */
export function scannedOrder(scanned: string, onTheWay: readonly OrderItem[]): ScannedOrder {
  const number = readOrderCode(scanned);
  if (number !== null) return { number };
  if (looksLikeOrderCode(scanned)) return { problem: partOfCode };
  const label = readParcelLabel(scanned);
  if (!("refused" in label)) {
    const item = onTheWay.find(({ dispensing }) =>
      dispensing?.parcels.some((parcel) => parcel.trackingnumber === label.number && parcel.returnedat === null),
    );
    return item?.order?.number ? { number: item.order.number } : { problem: "No order on its way has this number." };
  }
  return {
    problem:
      readBoxCode(scanned).code === undefined
        ? "This is no code of an order. Scan the code on its label or packing slip."
        : "Scan the code of the order first, then its boxes.",
  };
}

/** Whether a text that was typed fast is a code and not what a field is for: a scanner may type an order's number into the one that looks for it. */
export const isCode = (text: string): boolean =>
  looksLikeOrderCode(text) || looksLikeBoxCode(text) || !("refused" in readParcelLabel(text));

const partOfCode = "Only a part of the order’s code was read. Please scan it again.";

/** What a scan of an order's code opens: what comes next with it, or, where all of it has left, that it came back. Null: nothing is to be done with it here. */
export function nextAction(
  item: OrderItem,
  list: "ready" | "asked" | "shipped",
): "pack" | "verify" | "ship" | "return" | null {
  const may = actionsFor(item);
  if (list === "shipped" && may.includes("return")) return "return";
  if (may.includes("pack") && !isPacked(item)) return "pack";
  return may.find((each) => each === "verify" || each === "ship" || each === "return") ?? null;
}

/** Of an order's code that was scanned while that order, or another one, is open: null for its own, or why it isn't taken. */
export function otherOrderProblem(scanned: string, own: string): string | null {
  const number = readOrderCode(scanned);
  if (number === null) return partOfCode;
  return number === own ? null : `That’s the code of order ${number}, and this is order ${own}. Keep the two apart.`;
}
