import type { PaymentGateway } from "../port.ts";

export type GatewayOperation = Exclude<keyof PaymentGateway, "name" | "publishableKey" | "verifyWebhook">;

/** Where the connection breaks: `before` the gateway does the work, or `after` it did. */
export type Fault = "before" | "after";

/** Faults that wait for their operation; each strikes once. */
export interface Faults {
  add(operation: GatewayOperation, fault: Fault): void;
  take(operation: GatewayOperation): Fault | undefined;
  /** Drops what waits; returns how many faults there were. */
  clear(): number;
}

export function faultQueue(): Faults {
  const queued: { operation: GatewayOperation; fault: Fault }[] = [];
  return {
    add(operation, fault) {
      queued.push({ operation, fault });
    },
    take(operation) {
      const index = queued.findIndex((entry) => entry.operation === operation);
      return index < 0 ? undefined : queued.splice(index, 1)[0]?.fault;
    },
    clear: () => queued.splice(0).length,
  };
}
