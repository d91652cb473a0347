import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { PageQuery } from "#contract/http/params.ts";
import { Order } from "#contract/orders/orders.ts";
import { Id, Moment, paged } from "#contract/fields/fields.ts";
import { PatientSummary } from "./patients.ts";

/** When the bank lets go of the amount it holds; null where nothing is held. */
const holdends = z.nullable(Moment);

export const CaseItem = z.object({
  id: Id,
  patient: PatientSummary,
  order: Order,
  submittedat: Moment,
  acceptedat: z.nullable(Moment),
  holdends,
});
export type CaseItem = z.output<typeof CaseItem>;

export const OrderItem = z.object({
  id: Id,
  patient: PatientSummary,
  order: Order,
  /** It is paid, and everything left in it may be sent today. */
  ready: z.boolean(),
  holdends,
});
export type OrderItem = z.output<typeof OrderItem>;

/** What there is to do, oldest first; spread into `care`. */
export const worklistCalls = {
  cases: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/case",
    summary: "Plans nobody has decided: waiting to be accepted, or accepted, longest wait first",
    auth: "clinic",
    scopes: ["clinical", "rx"],
    query: z.extend(PageQuery, { status: z.enum(["incoming", "accepted"]) }),
    ok: paged(CaseItem),
    errors: [],
  }),
  orders: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/order",
    summary: "Orders by status, oldest first; `ready` are those to pack and send now",
    auth: "clinic",
    scopes: ["orders", "dispense", "finance"],
    query: z.extend(PageQuery, { status: z.enum(["authorized", "paid", "ready", "shipped", "mismatch"]) }),
    ok: paged(OrderItem),
    errors: [],
  }),
} as const;
