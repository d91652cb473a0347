import type { TxServices } from "#server/platform/services.ts";

/** `{ conversationId, seq }`: the care desk of the demo looks at what she wrote. In demo mode only. */
export const messagesDeskQueue = "messages-desk";
/** No data: the round of the care desk over the conversations. In demo mode only. */
export const messagesDeskRoundQueue = "messages-desk-round";

/** Lets the demo's care desk know that she wrote. In production people answer, and nobody is told. */
export async function notifyCareDesk(
  { config, jobs, db }: TxServices,
  conversationId: string,
  seq: number,
): Promise<void> {
  if (config.demo) await jobs.enqueue(db, messagesDeskQueue, { conversationId, seq });
}
