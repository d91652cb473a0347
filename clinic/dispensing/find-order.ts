import type { OrderItem } from "#contract/care/worklists.ts";

/** What the pharmacy does with an order. */
export type Action = "pack" | "ship" | "deliver" | "return";

/** What can be done with an order that was found by its number, wherever it stands; the server has the last word. */
export function actionsFor({ ready, order, dispensing }: OrderItem): readonly Action[] {
  const out = (dispensing?.parcels ?? []).filter(({ returnedat }) => returnedat === null);
  const isUnderWay = order?.status === "shipped" && out.some(({ deliveredat }) => deliveredat === null);
  return [
    ...(ready ? (["pack", "ship"] as const) : []),
    ...(isUnderWay ? (["deliver"] as const) : []),
    ...(out.length > 0 ? (["return"] as const) : []),
  ];
}

/** The number that is being looked for; null while what is typed can't be a whole one. */
export const numberFrom = (typed: string): string | null => {
  const number = typed.trim().replace(/^#\s*/, "");
  return /^\d{4,20}$/.test(number) ? number : null;
};
