import type { Page } from "@playwright/test";
import type { Order, Subscription } from "#contract/entities.ts";
import { toCents } from "#contract/fields/fields.ts";
import { treatment, type Treatment } from "#contract/treatment.ts";
import { callApi } from "../../actors/api.ts";

/** What the practice has in its books about her: orders newest first, with what was charged and given back. */
export type Ledger = Treatment;

/** Reads it with her own session. */
export async function readLedger(page: Page): Promise<Ledger> {
  const token = (await page.context().cookies()).find(({ name }) => name === "accessToken")?.value ?? "";
  return callApi(page.request, treatment.full, {}, { token });
}

/** Orders her card was charged for. */
export const chargedOrders = ({ orders }: Pick<Ledger, "orders">): readonly Order[] =>
  orders.filter(
    ({ status, refunded }) => refunded > 0 || ["paid", "shipped", "delivered", "refunded"].includes(status),
  );

/** Paid less given back, in cents. */
export const netCents = (orders: readonly Order[]): number =>
  orders.reduce((sum, { summary, refunded }) => sum + toCents(summary.totalamount) - toCents(refunded), 0);

/** The one subscription of a patient who has one. */
export function onlySubscription({ subscriptions }: Pick<Ledger, "subscriptions">): Subscription {
  const [only, ...others] = subscriptions;
  if (!only || others.length > 0) throw new Error(`She has ${subscriptions.length} subscriptions`);
  return only;
}

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** “$1,234.50” of dollars. */
export const formatDollars = (dollars: number): string => usd.format(dollars);
