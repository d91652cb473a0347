import type { PaymentGateway } from "../port.ts";

export type GatewayOperation = Exclude<
  keyof PaymentGateway,
  "name" | "publishableKey" | "verifyWebhook" | "reportMissingEvents"
>;

/** Where the connection breaks: `before` the gateway does the work, or `after`. */
export type Fault = "before" | "after";

/** Pending faults by operation; each occurs once. */
export interface Faults {
  add(operation: GatewayOperation, fault: Fault): void;
  takeNext(operation: GatewayOperation): Fault | undefined;
  /** Removes pending faults; returns how many there were. */
  clear(): number;
}

export function faultQueue(): Faults {
  const queued: { operation: GatewayOperation; fault: Fault }[] = [];
  return {
    add(operation, fault) {
      queued.push({ operation, fault });
    },
    takeNext(operation) {
      const index = queued.findIndex((entry) => entry.operation === operation);
      return index < 0 ? undefined : queued.splice(index, 1)[0]?.fault;
    },
    clear: () => queued.splice(0).length,
  };
}
