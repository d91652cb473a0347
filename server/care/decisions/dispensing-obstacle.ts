import { hasReportedDeath } from "#server/auth/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import type { LineRow } from "#server/orders/public.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { loadFillFacts, fillObstacles } from "#server/prescriptions/public.ts";

/**
 * Why an order cannot be approved given what the patient has on hand and takes at the same time, in a sentence for the clinic; null when it
 * can. It is checked again at approval, as it may have changed since the order. Runs under the lock of the patient's orders.
 */
export async function dispensingObstacle(
  services: TxServices,
  { patientId, orderId }: { readonly patientId: string; readonly orderId: string },
  lines: readonly LineRow[],
): Promise<string | null> {
  if (await hasReportedDeath(services.db, patientId))
    return "Somebody told us that this patient died. Nothing can be approved until that’s taken back.";
  const facts = await loadFillFacts(services, patientId, await fillScreeningOf(services, patientId));
  const boxes = new Map(
    [...facts.boxes].map(([productId, own]) => [productId, own.filter((box) => box.orderId !== orderId)]),
  );
  const requestedFills = lines
    .filter(({ prescription }) => prescription)
    .map(({ product_id: productId, quantity, days_supply: packDays, refills: followingFills }) => ({
      ...{ productId, quantity, packDays, followingFills },
      consumesFill: false,
      boughtSeparately: false,
    }));
  const [obstacle] = fillObstacles({ ...facts, boxes }, requestedFills);
  if (obstacle?.linkedFrom !== undefined) {
    const name = lines.find(({ product_id }) => product_id === obstacle.productId)?.name ?? obstacle.productId;
    return `The linked record of this patient has ${name}, or more of the same, at home or on its way. The next can be approved from ${formatDayWithYear(obstacle.linkedFrom)}.`;
  }
  return obstacle
    ? `This cannot be dispensed now; the patient would read: “${toText(services.content, obstacle.message)}”`
    : null;
}
