import type { Emulator } from "../sandbox/emulator/emulator.ts";
import { openStripeServer } from "./stripe-server.ts";
import type { Faults } from "../sandbox/faults.ts";
import type { PaymentGateway } from "../port.ts";
import { sandboxGateway } from "../sandbox/sandbox-gateway.ts";
import { stripeGateway } from "../stripe/stripe-gateway.ts";

/** Signs webhooks of the gateways below. */
export const webhookSecret = "whsec_test";

export type AdapterName = PaymentGateway["name"];

/** A gateway on the emulator's data; `faults` occur between the two. */
export interface OpenedAdapter {
  readonly gateway: PaymentGateway;
  readonly close: () => Promise<void>;
}

type OpenTestAdapter = (emulator: Emulator, faults: Faults) => Promise<OpenedAdapter>;

/** Every adapter of the port on the emulator, for tests. */
export const adapters: Readonly<Record<AdapterName, OpenTestAdapter>> = {
  sandbox: async (emulator, faults) => ({
    gateway: sandboxGateway({ ...emulator, publishableKey: "pk_sandbox", webhookSecret, faults }),
    close: async () => undefined,
  }),
  stripe: async (emulator, faults) => {
    const server = await openStripeServer({ ...emulator, secretKey: stripeKey, faults });
    return { gateway: await stripeGatewayAt(server.port), close: () => server.close() };
  },
};

const stripeKey = "sk_test";

/** The real SDK, calling the emulator that listens on a local port. */
export const stripeGatewayAt = (port: number): Promise<PaymentGateway> =>
  stripeGateway({
    secretKey: stripeKey,
    publishableKey: "pk_test",
    webhookSecret,
    retries: 0,
    server: { protocol: "http", host: "127.0.0.1", port },
  });
