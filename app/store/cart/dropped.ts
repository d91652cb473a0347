import type { DropReason } from "#app/cart/widget/bridge.ts";

/** Counts dropped messages by reason; reports the first of each and every hundredth, so that a flood stays quiet. */
export function createDroppedCounter(report: (reason: string) => void): (reason: DropReason) => void {
  const counts = new Map<DropReason, number>();
  return (reason) => {
    const count = (counts.get(reason) ?? 0) + 1;
    counts.set(reason, count);
    if (count === 1 || count % 100 === 0) report(`${reason}: ${count}`);
  };
}
