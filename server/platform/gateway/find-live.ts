import type { Intent } from "./port.ts";

/** Of an order's intents, newest first: the one that authorized or captured money, else the newest. */
export const currentIntent = (intents: readonly Intent[]): Intent | null =>
  intents.find(({ status }) => status === "succeeded" || status === "requires_capture" || status === "processing") ??
  intents[0] ??
  null;
