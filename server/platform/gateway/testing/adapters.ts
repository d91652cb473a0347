import type { Outside } from "../../outside/outside.ts";
import type { PaymentGateway } from "../port.ts";
import type { Emulator } from "../sandbox/emulator/emulator.ts";
import type { Faults } from "../sandbox/faults.ts";
import { sandboxGateway } from "../sandbox/sandbox-gateway.ts";
import { stripeGateway, type StripeSettings } from "../stripe/stripe-gateway.ts";
import { openStripeServer, type StripeServer } from "./stripe-server.ts";

/** Signs webhooks of the gateways below. */
export const webhookSecret = "whsec_test";

export type AdapterName = PaymentGateway["name"];

/** A gateway on the emulator's data; `faults` occur between the two. */
export interface OpenedAdapter {
  readonly gateway: PaymentGateway;
  /** What the twin of Stripe is to answer; see `StripeServer.script`. The sandbox has no answers of its own to change. */
  readonly script: StripeServer["script"];
  readonly close: () => Promise<void>;
}

type OpenTestAdapter = (emulator: Emulator, faults: Faults, outside?: Pick<Outside, "of">) => Promise<OpenedAdapter>;

/** Every adapter of the port on the emulator, for tests. */
export const adapters: Readonly<Record<AdapterName, OpenTestAdapter>> = {
  sandbox: async (emulator, faults) => ({
    gateway: sandboxGateway({ ...emulator, publishableKey: "pk_sandbox", webhookSecret, faults }),
    script: () => {
      throw new Error("Only the twin of Stripe answers by a script");
    },
    close: async () => undefined,
  }),
  stripe: async (emulator, faults, outside) => {
    const server = await openStripeServer({ ...emulator, secretKey: stripeKey, faults });
    return {
      gateway: await stripeGatewayAt(server.port, outside && { outside }),
      script: server.script,
      close: () => server.close(),
    };
  },
};

export const stripeKey = "sk_test";

/** The real SDK, calling the emulator that listens on a local port. */
export const stripeGatewayAt = (
  port: number,
  { outside, ...settings }: Partial<StripeSettings> & { readonly outside?: Pick<Outside, "of"> } = {},
): Promise<PaymentGateway> =>
  stripeGateway(
    {
      secretKey: stripeKey,
      publishableKey: "pk_test",
      webhookSecret,
      retries: 0,
      server: { protocol: "http", host: "127.0.0.1", port },
      ...settings,
    },
    outside,
  );
