import type Stripe from "stripe";
import type { ProbeProblem, ProbeResult } from "../../outside/probe.ts";
import { answerOf } from "./stripe-errors.ts";
import { stripeSdk, type StripeSettings } from "./stripe-gateway.ts";
import { type StripeAnswer, stripeEventsTable, stripeTable } from "./stripe-table.ts";

interface Config {
  readonly stripe: StripeSettings;
  readonly publicUrl: string;
}

const isLive = (key: string) => /^(sk|rk|pk)_live_/.test(key);
const ok = (checked: string): ProbeResult => ({ system: "payments", checked, problem: null });
const problem = (checked: string, answer: StripeAnswer, todo: string, code?: string): ProbeResult => ({
  ...{ system: "payments", checked, problem: { answer, todo, code } },
});

/**
 * Asks Stripe, without changing anything, whether it takes our key, in which mode, whether a restricted key may read what is read here, whether the
 * account may charge, and whether the endpoint of its events is there. What a restricted key may not read of account and endpoints is left out.
 */
export async function probeStripe({ stripe: settings, publicUrl }: Config): Promise<readonly ProbeResult[]> {
  const stripe = await stripeSdk(settings);
  const takesKey = await probeKey(stripe, settings);
  if (takesKey.problem !== null) return [takesKey];
  const [mayRead, account, endpoint] = await Promise.all([
    probePermissions(stripe),
    probeAccount(stripe),
    probeEndpoint(stripe, `${publicUrl}/webhooks/stripe`),
  ]);
  return [takesKey, mayRead, ...account, ...endpoint];
}

async function probeKey(stripe: Stripe, { secretKey, publishableKey }: StripeSettings): Promise<ProbeResult> {
  const checked = `takes STRIPE_SECRET_KEY, in ${isLive(secretKey) ? "live" : "test"} mode`;
  if (isLive(secretKey) !== isLive(publishableKey))
    return problem(checked, "wrong_mode", "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes.");
  try {
    // Every key may ask for this, and only Stripe knows the mode of a key for sure.
    const { livemode } = await stripe.balance.retrieve();
    return livemode === isLive(secretKey)
      ? ok(checked)
      : problem(checked, "wrong_mode", `Stripe says this key is of ${livemode ? "live" : "test"} mode.`);
  } catch (error) {
    return failed(checked, error);
  }
}

async function probePermissions(stripe: Stripe): Promise<ProbeResult> {
  const reads = {
    Customers: () => stripe.customers.list({ limit: 1 }),
    PaymentIntents: () => stripe.paymentIntents.list({ limit: 1 }),
    Refunds: () => stripe.refunds.list({ limit: 1 }),
    Disputes: () => stripe.disputes.list({ limit: 1 }),
    "Balance transactions": () => stripe.balanceTransactions.list({ limit: 1 }),
    Payouts: () => stripe.payouts.list({ limit: 1 }),
  };
  const checked = "lets this key read what is needed";
  const missing: string[] = [];
  for (const [name, read] of Object.entries(reads))
    try {
      await read();
    } catch (error) {
      if (answerOf(error) !== "permission_missing") return failed(checked, error);
      missing.push(name);
    }
  if (missing.length === 0) return ok(checked);
  return problem(checked, "permission_missing", `The key in STRIPE_SECRET_KEY may not read ${missing.join(", ")}.`);
}

async function probeAccount(stripe: Stripe): Promise<ProbeResult[]> {
  const checked = "may charge cards with this account";
  const account = await orNull(stripe.accounts.retrieveCurrent());
  if (account === null) return [];
  return [
    account.charges_enabled
      ? ok(checked)
      : problem(
          checked,
          "account_restricted",
          "Stripe doesn't let this account charge: its dashboard says what is missing.",
        ),
  ];
}

async function probeEndpoint(stripe: Stripe, url: string): Promise<ProbeResult[]> {
  const endpoints = await orNull(stripe.webhookEndpoints.list({ limit: 100 }));
  if (endpoints === null) return [];
  const ours = endpoints.data.find((endpoint) => endpoint.url === url);
  const todo = {
    none: `No endpoint in Stripe sends to ${url}. Make one (Developers, Webhooks), and set STRIPE_WEBHOOK_SECRET to its signing secret.`,
    disabled: `The endpoint ${url} is turned off in Stripe. Turn it on (Developers, Webhooks).`,
  };
  const wrong: keyof typeof todo | null = ours === undefined ? "none" : ours.status === "enabled" ? null : "disabled";
  const found: ProbeProblem | null = wrong === null ? null : { answer: "missing", todo: todo[wrong] };
  return [{ system: stripeEventsTable.system, checked: `are sent to ${url}`, problem: found }];
}

/** Null where a restricted key may not know it, or Stripe doesn't answer: nothing is wrong with what is needed. */
const orNull = <T>(request: Promise<T>): Promise<T | null> => request.catch(() => null);

function failed(checked: string, error: unknown): ProbeResult {
  const answer = answerOf(error);
  return problem(checked, answer, stripeTable.rows[answer].practice, (error as { code?: string }).code);
}
