import type { TxServices } from "#server/platform/services.ts";

/** `{ conversationId, seq }`: the demo's care desk looks at what the patient wrote. In demo mode only. */
export const messagesDeskQueue = "messages-desk";
/** No data: the care desk goes over all conversations. In demo mode only. */
export const messagesDeskRoundQueue = "messages-desk-round";

/** Queues a patient's message for the demo's care desk. In production people answer, and nothing is queued. */
export async function notifyCareDesk(
  { config, jobs, db }: TxServices,
  conversationId: string,
  seq: number,
): Promise<void> {
  if (config.demo) await jobs.enqueue(db, messagesDeskQueue, { conversationId, seq });
}
