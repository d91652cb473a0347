import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { OrderItem } from "#contract/care/worklists.ts";
import { type OnMarked, type ParcelRow, useParcelBatch } from "./parcel-batch.tsx";

/** The parcel of an order that is under way. */
const rowOf = ({ id, order, dispensing }: OrderItem): ParcelRow => {
  const underWay = dispensing?.parcels.findLast(({ returnedat, deliveredat }) => !returnedat && !deliveredat);
  const { carrier = "", trackingnumber = "" } = underWay ?? {};
  return { orderId: id, number: order?.number ?? "", carrier, trackingnumber };
};

/** Marks one or several orders as delivered; each that is refused says why. */
export function DeliverDialog({
  orders,
  onDone,
  onClose,
}: {
  onDone: OnMarked;
  onClose: () => void;
  orders: readonly OrderItem[];
}) {
  const { results, begin } = useParcelBatch("delivered", { onDone, onAll: onClose });
  const which = orders.length === 1 ? `order ${orders[0]?.order?.number ?? ""}` : `${orders.length} orders`;
  return (
    <Modal
      wide={results !== null}
      title={`Mark ${which} as delivered?`}
      description="The patient sees it at once. It can’t be taken back."
      onClose={onClose}
      actions={
        results === null && (
          <>
            <Button onClick={() => begin(orders.map(rowOf))}>Mark as delivered</Button>
            <Button variant="secondary" data-first onClick={onClose}>
              Cancel
            </Button>
          </>
        )
      }
    >
      {results && <Stack gap={4}>{results}</Stack>}
    </Modal>
  );
}
