import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";

type OrderActionKind = PrescriptionOrder["actions"][number];

/** The actions of `wantedKinds` that the server allows for a prescription order, with their button labels. */
export const prescriptionOrderActions = (
  { actions }: Pick<PrescriptionOrder, "actions">,
  refillsleft: number | null,
  wantedKinds: readonly OrderActionKind[],
): readonly { readonly kind: OrderActionKind; readonly label: string }[] =>
  wantedKinds
    // For a planned prescription order, cancelling does the same as skipping: one of them is enough.
    .filter((kind) => actions.includes(kind) && !(kind === "cancel" && actions.includes("skip")))
    .map((kind) => ({
      kind,
      label: refillsleft === 0 && (kind === "reorder" || kind === "getnext") ? "Ask for a renewal" : labels[kind],
    }));

const labels: Readonly<Record<OrderActionKind, string>> = {
  getnext: "Get next now",
  reorder: "Reorder",
  skip: "Skip this one",
  unskip: "Don't skip it after all",
  move: "Change the day",
  cancel: "Cancel this supply",
};
