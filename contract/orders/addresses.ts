import * as z from "zod/mini";
import { singleLine, optionalText, textAsRead, Id, StateId, ZipCode, emptyOrLine } from "#contract/fields/fields.ts";
import { Phone } from "#contract/fields/phone.ts";
import { zipFitsState } from "#contract/fields/zip-states.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

const Street = singleLine(120, "Please enter your street address.");
const City = singleLine(80, "Please enter your city.");

/** A form marks it required (spec §5), so "none" is a valid answer, and means that there is no apartment. */
const Apartment = emptyOrLine(120).check(
  z.overwrite((typed) => (/^(?:none|no|n\/?a|-+)\.?$/i.test(typed) ? "" : typed)),
);

/** The state and the zip code (`TN 42223`) of which somebody said, when asked, that they belong together. */
const ZipConfirmed = emptyOrLine(8);

/** Forms drop empty values from the payload, so apartment and country are optional here. */
export const ShippingAddressBody = z
  .strictObject({
    /** An address may be sent back whole as it was read: the path says which one is meant, and orders go to the newest. */
    id: textAsRead(Id),
    default: z.optional(z.boolean()),
    firstname: textAsRead(singleLine(60)),
    lastname: textAsRead(singleLine(60)),
    address1: Street,
    address2: textAsRead(Apartment),
    city: City,
    state: StateId,
    zipcode: ZipCode,
    zipconfirmed: textAsRead(ZipConfirmed),
    country: textAsRead(z.literal("US", "We only ship within the United States.")),
    phoneno: textAsRead(Phone),
  })
  .check(zipFitsState);

/** The address of a patient as the practice sends it: the same fields by the same rules, without what is only read. */
export const PatientShippingAddress = z
  .strictObject({
    firstname: optionalText(singleLine(60)),
    lastname: optionalText(singleLine(60)),
    address1: Street,
    address2: optionalText(Apartment),
    city: City,
    state: StateId,
    zipcode: ZipCode,
    zipconfirmed: optionalText(ZipConfirmed),
    phoneno: optionalText(Phone),
  })
  .check(zipFitsState);

export const ShippingAddress = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  address1: z.string(),
  address2: z.nullable(z.string()),
  city: z.string(),
  state: StateId,
  zipcode: z.string(),
  country: z.literal("US"),
  phoneno: z.nullable(z.string()),
  default: z.boolean(),
});

export const BillingAddress = z.strictObject(
  {
    address1: Street,
    address2: textAsRead(Apartment),
    city: City,
    state: StateId,
    zipcode: ZipCode,
    country: textAsRead(z.literal("US", "We only bill within the United States.")),
    phoneno: textAsRead(Phone),
  },
  {
    error: ({ code }) =>
      code === "invalid_type"
        ? "Please enter your billing address, or say it's the same as your shipping address."
        : undefined,
  },
);

/** The patient's shipping addresses; spread into `store`. */
export const shippingCalls = {
  shippingAddresses: patientCall("GET /shipping", {
    summary: "Shipping addresses of the patient",
    shows: ["user"],
    ok: z.object({ items: z.array(ShippingAddress) }),
  }),
  defaultShippingAddress: patientCall("GET /shipping/default", {
    summary: "The address orders go to, or null",
    shows: ["user"],
    ok: z.object({ address: z.nullable(ShippingAddress) }),
  }),
  createShippingAddress: patientCall("POST /shipping", {
    summary: "Add a shipping address and make it the default",
    idempotency: { untilNextWrite: true },
    body: ShippingAddressBody,
    ok: ShippingAddress,
    status: 201,
    errors: ["not_available_in_state"],
  }),
  updateShippingAddress: patientCall("PUT /shipping/{id}", {
    summary: "Change a shipping address",
    params: IdParams,
    body: ShippingAddressBody,
    ok: ShippingAddress,
    errors: ["not_available_in_state"],
  }),
} as const;
