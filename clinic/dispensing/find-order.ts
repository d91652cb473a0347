import type { OrderItem } from "#contract/care/worklists.ts";
import { linesToVerify } from "./pharmacy-file.ts";

/** What the pharmacy does with an order. */
export type Action = "pack" | "verify" | "ship" | "deliver" | "return" | "void";

/** What can be done with an order that was found by its number, wherever it stands; the server has the last word. */
export function actionsFor(item: OrderItem): readonly Action[] {
  const { ready, order, dispensing } = item;
  const out = (dispensing?.parcels ?? []).filter(({ returnedat }) => returnedat === null);
  const isUnderWay = order?.status === "shipped" && out.some(({ deliveredat }) => deliveredat === null);
  return [
    ...(ready || isSentBack(item)
      ? (["pack", ...(linesToVerify(item).length > 0 ? (["verify"] as const) : []), "ship"] as const)
      : []),
    ...(isUnderWay ? (["deliver"] as const) : []),
    ...(out.length > 0 ? (["return"] as const) : []),
    ...(dispensing?.lines.some(({ voiding }) => voiding !== null) ? (["void"] as const) : []),
  ];
}

/** The last parcel that came back, while what was in it is to be sent again. */
export const returnedParcel = ({ dispensing }: OrderItem) =>
  dispensing?.lines.some(({ parcel }) => parcel === null)
    ? dispensing.parcels.findLast(({ returnedat }) => returnedat !== null)
    : undefined;

/** The patient sent it back, and still has time to say that they don't want it; whoever spoke with them may send it sooner. */
export const isSentBack = (item: OrderItem): boolean =>
  !item.ready &&
  (item.order?.status === "paid" || item.order?.status === "shipped") &&
  returnedParcel(item)?.returnreason === "sent_back";

/** The number that is being looked for; null while what is typed can't be a whole one. */
export const numberFrom = (typed: string): string | null => {
  const number = typed.trim().replace(/^#\s*/, "");
  return /^\d{4,20}$/.test(number) ? number : null;
};
