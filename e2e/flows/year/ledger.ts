import type { Page } from "@playwright/test";
import { toCents } from "#contract/fields/numbers.ts";
import type { Order } from "#contract/orders/orders.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { callApi } from "../../actors/api.ts";

/** What the practice has recorded about the patient: orders, newest first, with charges and refunds, subscriptions and upcoming charges. */
export type Ledger = Treatment;

/** Reads it with the session of the browser. */
export async function readLedger(page: Page): Promise<Ledger> {
  const token = (await page.context().cookies()).find(({ name }) => name === "accessToken")?.value ?? "";
  return callApi(page.request, treatment.overview, {}, { token });
}

/** The orders that were charged to the card. */
export const chargedOrders = ({ orders }: Pick<Ledger, "orders">): readonly Order[] =>
  orders.filter(
    ({ status, refunded }) => refunded > 0 || ["paid", "shipped", "delivered", "refunded"].includes(status),
  );

/** Paid less refunded, in cents. */
export const netCents = (orders: readonly Order[]): number =>
  orders.reduce((sum, { summary, refunded }) => sum + toCents(summary.totalamount) - toCents(refunded), 0);

/** The subscription of a patient who has exactly one. */
export function onlySubscription({ subscriptions }: Pick<Ledger, "subscriptions">): Subscription {
  const [only, ...others] = subscriptions;
  if (!only || others.length > 0) throw new Error(`The patient has ${subscriptions.length} subscriptions`);
  return only;
}

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Dollars as “$1,234.50”. */
export const formatDollars = (dollars: number): string => usd.format(dollars);
