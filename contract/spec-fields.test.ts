import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { FollowupCheck, FollowupOption, FollowupQuestion, followup } from "./followup.ts";
import { growth } from "./growth/calls.ts";
import { Upsell } from "./growth/upsell.ts";
import { onboarding } from "./onboarding/calls.ts";
import { BillingAddress, ShippingAddressBody } from "./orders/addresses.ts";
import { Configuration } from "./support.ts";

/** The keys of an object, however it is wrapped. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties ?? {});
}
const accepted = (schema: z.core.$ZodType, values: readonly unknown[]) =>
  values.filter((value) => z.safeParse(schema, value).success);

describe("§3 Follow-up question", () => {
  test("§3 has the spec's fields", () => {
    expect(fieldsOf(FollowupQuestion)).toEqual(
      expect.arrayContaining([
        "id",
        "type",
        "question",
        "title",
        "description",
        "answertype",
        "answerlist",
        "answer",
        "allowempty",
        "answerlookup",
        "treatmentoption",
        "requiredifvalue",
        "doctor",
      ]),
    );
    expect(fieldsOf(FollowupOption)).toEqual(expect.arrayContaining(["id", "name", "inline", "next"]));
  });

  test.each<[keyof typeof FollowupQuestion.shape, readonly unknown[], unknown]>([
    ["type", ["modal", "exitmodal", "treatmentform"], "page"],
    ["answertype", ["single", "array", "text", "nothing", "others"], "scale"],
    ["answerlookup", ["recommendation", "methodchange_recommendation"], "all"],
    ["treatmentoption", ["symptom", "sideeffect"], "dose"],
    ["doctor", [{ firstname: "Ada", lastname: "Bloom", profileUrl: "/ada.svg" }], { firstname: "Ada" }],
  ])("§3 its %s is one of the spec's", (field, values, other) => {
    expect(accepted(FollowupQuestion.shape[field], [...values, other])).toEqual(values);
  });

  test("§3 answers are sent as questionid and answer, with optional others", () => {
    const one = { questionid: "11", answer: "yes" };
    const bodies = [one, { ...one, others: "Sleep" }, { answers: [one, { ...one, others: "Sleep" }] }];
    expect(accepted(followup.saveStep.body, [...bodies, { answer: "yes" }, { answers: [] }])).toEqual(bodies);
  });
});

test("§3 Follow-up check: id, followupstatus (SENT)", () => {
  expect(fieldsOf(FollowupCheck)).toEqual(expect.arrayContaining(["id", "followupstatus"]));
  expect(accepted(FollowupCheck.shape.followupstatus, ["SENT", "OPEN"])).toEqual(["SENT"]);
});

test("§3 Upsell: upsellId, productId, pricingId, triggeredfrom, couponId", () => {
  const fields = ["upsellId", "productId", "pricingId", "triggeredfrom", "couponId"];
  expect(fieldsOf(Upsell)).toEqual(expect.arrayContaining(fields));
});

test("§7 upsell accept: the coupon is named coupon, or couponId as in the upsell; a total may be sent", () => {
  const acceptedBodies = [{}, { totalamount: 1, coupon: "A" }, { couponId: "A" }, { couponId: null }];
  expect(accepted(growth.acceptUpsell.body, [...acceptedBodies, { code: "A" }])).toEqual(acceptedBodies);
});

test("§3 Configuration: formacode_used, admin_chat, non_flow_face, doctor_router (enabled, byDoctorEnabled), experiments", () => {
  const fields = ["formacode_used", "admin_chat", "non_flow_face", "doctor_router", "experiments"];
  expect(fieldsOf(Configuration).toSorted()).toEqual(fields.toSorted());
  expect(fieldsOf(Configuration.shape.doctor_router)).toEqual(["enabled", "byDoctorEnabled"]);
});

test("§3 Error-log record: event, created_at, referring_step, customerid, email, error_log, environment", () => {
  expect(fieldsOf(onboarding.errorLog.body)).toEqual([
    "event",
    "created_at",
    "referring_step",
    "customerid",
    "email",
    "error_log",
    "environment",
  ]);
});

test("§3 UTM set: its fields and an id, for the last and the first touch", () => {
  const utm = {
    id: "7",
    name: null,
    source: "news",
    medium: null,
    campaign: null,
    term: null,
    content: null,
    audience: null,
    site: null,
    placement: null,
  };
  for (const { ok } of [growth.sessionUtm, growth.firstTouchUtm])
    expect(accepted(ok, [{ utm }, { utm: { ...utm, site: undefined } }])).toEqual([{ utm }]);
});

describe.each([
  ["shipping", ShippingAddressBody],
  ["billing", BillingAddress],
])("a %s address", (_, schema) => {
  const given = { address1: "1 Elm St", city: "Ames", state: "IA", zipcode: "50010" };
  const kept = (more: object) => z.safeParse(schema, { ...given, ...more }).data;

  test.each(["50010", "50010-1234", "500101234", "50010-12345", " 50010-12345 "])(
    "§13a ZIP accepts five digits, 5-4 and 5-5, stored as the first five: %j",
    (zipcode) => expect(kept({ zipcode })?.zipcode).toBe("50010"),
  );
  test.each(["5001", "500101", "50010-123", "50010-123456", "5001O", ""])("§13a %j is no ZIP", (zipcode) => {
    expect(kept({ zipcode })).toBeUndefined();
  });

  test("an address goes back as it was read", () => {
    const asRead = { address2: null, country: "US", phoneno: null };
    const ofShipping =
      schema === ShippingAddressBody ? { id: null, firstname: null, lastname: null, default: true } : {};
    expect(kept({ ...asRead, ...ofShipping })).toMatchObject(given);
    expect(kept({ ...asRead, another: 1 })).toBeUndefined();
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s is no state", (state) => {
    const sent = JSON.parse(JSON.stringify({ ...given, state: "IA" }).replace('"IA"', JSON.stringify(state))) as object;
    expect(z.safeParse(schema, sent).success).toBe(false);
  });

  test.each(["none", "None", " NONE. ", "n/a", "-"])("§13a apartment/suite can be answered %j", (address2) => {
    expect(kept({ address2 })?.address2).toBe("");
  });
  test.each(["Apt 4", "Nones' House", "N"])("§13a apartment/suite %j is valid", (address2) => {
    expect(kept({ address2 })?.address2).toBe(address2);
  });
});
