import type * as z from "zod/mini";
import type { support } from "#contract/support.ts";

type Topic = z.output<(typeof support)["contact"]["body"]>["topic"];

const labels: Readonly<Record<Topic, string>> = {
  account: "My account",
  billing: "Payment or a bill",
  shipping: "Shipping or an order",
  treatment: "My plan",
  technical: "Something does not work",
  other: "Something else",
};

/** The topics of a message to choose from. */
export const topics = Object.entries(labels).map(([value, label]) => ({ value, label }));
