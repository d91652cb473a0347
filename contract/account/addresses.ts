import * as z from "zod/mini";
import { StateId } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { BillingAddress } from "#contract/orders/addresses.ts";

/** With `sameaddress` the default shipping address is used for billing, whatever `billingaddress` contains. */
export const BillingAddressBody = z.discriminatedUnion(
  "sameaddress",
  [
    z.strictObject({ sameaddress: z.literal(true), billingaddress: z.optional(z.unknown()) }),
    z.strictObject({ sameaddress: z.literal(false), billingaddress: BillingAddress }),
  ],
  "Please say whether it's the same as your shipping address.",
);

export const BillingAddressOnFile = z.object({
  sameaddress: z.boolean(),
  /** The billing address, whichever way it was given; null when none is on file. */
  billingaddress: z.nullable(
    z.object({
      address1: z.string(),
      address2: z.nullable(z.string()),
      city: z.string(),
      state: StateId,
      zipcode: z.string(),
      country: z.literal("US"),
      phoneno: z.nullable(z.string()),
    }),
  ),
});

/**
 * The effects of moving to another state, before it happens. `no`: orders cannot go there and the address would be refused. `title` and `text` are
 * for the patient to read.
 */
export const ShippingEffects = z.object({
  from: z.nullable(StateId),
  to: StateId,
  possible: z.enum(["same", "yes", "no"]),
  title: z.string(),
  text: z.string(),
  effects: z.array(
    z.object({
      topic: z.enum(["doctor", "tax", "messages", "face", "plan"]),
      kind: z.enum(["changes", "stays"]),
      title: z.string(),
      text: z.string(),
    }),
  ),
});

/** The billing address, and what moving to another state changes; spread into `account`. */
export const addressCalls = {
  billingAddress: patientCall("GET /user/billingaddress", {
    summary: "The billing address",
    shows: ["user", "payment"],
    ok: BillingAddressOnFile,
  }),
  updateBillingAddress: patientCall("PUT /user/billingaddress", {
    summary: "Set the billing address, or bill to the shipping address",
    body: BillingAddressBody,
    ok: BillingAddressOnFile,
    errors: ["no_shipping_address"],
  }),
  shippingEffects: patientCall("GET /shipping/effects", {
    summary: "What would change if orders went to another state: doctor, tax, chat, products",
    query: z.object({ state: StateId }),
    ok: ShippingEffects,
  }),
} as const;
