import { orderCalls } from "#contract/orders/orders.ts";
import { treatmentChangeCalls } from "./changes.ts";
import { counselingCalls } from "./counseling.ts";
import { overviewCalls } from "./overview.ts";
import { planCalls } from "./plan.ts";
import { prescriptionOrderCalls } from "./prescription-orders.ts";
import { subscriptionCalls } from "./subscriptions.ts";
import { suggestionCalls } from "./suggestions.ts";

/** The treatment, its subscriptions and orders. */
export const treatment = {
  ...overviewCalls,
  ...planCalls,
  ...orderCalls,
  ...counselingCalls,
  ...prescriptionOrderCalls,
  ...treatmentChangeCalls,
  ...suggestionCalls,
  ...subscriptionCalls,
} as const;
