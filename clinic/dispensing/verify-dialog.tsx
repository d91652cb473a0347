import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { formatList, formatShortDay } from "#contract/fields/formats.ts";
import css from "./dispensing-page.module.css";
import { systemName } from "./order-list.tsx";
import { linesToVerify } from "./pharmacy-file.ts";
import { capText, labelChangeText } from "./label-changes.ts";
import { PackageAsked } from "./package-asked.tsx";
import { PharmacistReview } from "./pharmacist-review.tsx";
import { useOwnCode } from "./use-own-code.tsx";

/** What was packed of an order, for the pharmacist who verifies it. */
export function VerifyDialog({
  item: order,
  more,
  onVerified,
  onClose,
}: {
  item: OrderItem;
  /** How many orders come after it. */
  more: number;
  onVerified: () => void;
  onClose: () => void;
}) {
  const act = useAct();
  const seen = linesToVerify(order);
  const lines = seen.map(({ pricingid, packed }) => ({
    ...{ pricingid, packedat: packed.packedat ?? "", ...(packed.label !== null && { label: packed.label }) },
  }));
  const changed = seen.filter(({ packed }) => packed.labelchanged.length > 0);
  const changedParts = [...new Set(changed.flatMap(({ packed }) => packed.labelchanged))];
  const cap = capText(changedParts, order.dispensing?.package.easyopen ?? null);
  const verify = () =>
    act.send(lines, () => call(care.verifyOrder, { params: { id: order.id }, body: { lines } }), onVerified);
  const wrongCode = useOwnCode(order.order?.number ?? "", () => void verify());
  return (
    <Modal
      title={`Verify order ${order.order?.number ?? ""}`}
      description={`For ${patientName(order.patient)}, ${birthdayLabel(order.patient)}. Look at the boxes: each must be the one prescribed, for this patient. The order’s code, scanned, verifies them.`}
      wide
      onClose={onClose}
      actions={
        <>
          <Button data-first busy={act.sending} busyLabel="Please wait" onClick={() => void verify()}>
            {more > 0 ? `Verified, next (${more} more)` : "Verified"}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SeenFirst patient={order.patient} />
        {wrongCode}
        <FailureNotice act={act} title="Not verified" fields={[]} />
        {changed.length > 0 && (
          <Alert tone="warning" title="What a label says changed after this was packed">
            {`${formatList(changed.map(({ name, dosage }) => [name, dosage].filter(Boolean).join(" ")))}: ${labelChangeText(changedParts)}. Print the label anew, put it on, and compare it with the prescription as it is now.`}
            {cap !== null && ` ${cap}`}
          </Alert>
        )}
        <PackageAsked order={order} />
        <PharmacistReview orderId={order.id} />
        <ul className={css["items"]}>
          {seen.map(({ pricingid, quantity, name, dosage, dayssupply, packed }) => (
            <li key={pricingid}>
              <b>
                {quantity} × {name}
              </b>{" "}
              {dosage} · {dayssupply} days’ supply <How packed={packed} />
              {(packed.boxes.length > 0 ? packed.boxes : [{ ...packed, serial: null }]).map((box, at) => (
                <div key={at}>
                  {box.lotnumber === null ? "No lot" : `Lot ${box.lotnumber}`}
                  {box.expireson !== null && `, expires ${formatShortDay(box.expireson)}`}
                  {box.serial !== null && `, serial ${box.serial}`}
                </div>
              ))}
              {packed.filled && <div className={css["quiet"]}>Filled by {packed.filled.name ?? systemName}</div>}
            </li>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

/** How the boxes were checked when they were packed. */
const How = ({ packed: { matched, uncoded } }: { packed: ReturnType<typeof linesToVerify>[number]["packed"] }) =>
  matched === "code" ? (
    <StatusBadge tone="success">Matched by its code</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{uncoded ? `No scan: ${uncoded}` : "Typed: compare it with the box"}</StatusBadge>
  );
