import type { PrescriptionOrder } from "#contract/entities.ts";

type OrderActionKind = PrescriptionOrder["actions"][number];

/** Which of these she may do with a supply, as the server offers it, in the words of the buttons. */
export const prescriptionOrderActions = (
  { actions }: Pick<PrescriptionOrder, "actions">,
  refillsleft: number | null,
  wantedKinds: readonly OrderActionKind[],
): readonly { readonly kind: OrderActionKind; readonly label: string }[] =>
  wantedKinds
    // Of a planned supply a cancellation does what a skip does: one of them is enough.
    .filter((kind) => actions.includes(kind) && !(kind === "cancel" && actions.includes("skip")))
    .map((kind) => ({
      kind,
      label: refillsleft === 0 && (kind === "reorder" || kind === "getnext") ? "Ask for a renewal" : labels[kind],
    }));

const labels: Readonly<Record<OrderActionKind, string>> = {
  getnext: "Get next now",
  reorder: "Reorder",
  skip: "Skip this one",
  cancel: "Cancel this supply",
};
