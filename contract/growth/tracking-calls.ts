import * as z from "zod/mini";
import { Acknowledgement } from "#contract/fields/fields.ts";
import { optionalPatientCall, patientCall, publicCall } from "#contract/http/endpoint.ts";
import { vitalMax, vitalNames, vitalPages } from "./vitals.ts";

/** The UTM set of spec §3. */
export const Utm = z.object({
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  source: z.nullable(z.string()),
  medium: z.nullable(z.string()),
  campaign: z.nullable(z.string()),
  term: z.nullable(z.string()),
  content: z.nullable(z.string()),
  audience: z.nullable(z.string()),
  site: z.nullable(z.string()),
  placement: z.nullable(z.string()),
});
export type Utm = z.output<typeof Utm>;

/** Off unless the patient switched it on. `configured`: the practice forwards anything at all. */
export const Measurement = z.object({ allowed: z.boolean(), gpc: z.boolean(), configured: z.boolean() });

const Vital = z.object({
  name: z.enum(vitalNames),
  page: z.enum(vitalPages),
  value: z.number().check(z.minimum(0), z.maximum(vitalMax)),
});

/** Attribution, experiments, page performance, and what of it is forwarded; spread into `growth`. */
export const trackingCalls = {
  sessionUtm: optionalPatientCall("GET /session/utm", {
    summary: "The campaign of this session (last touch); null without one",
    ok: z.object({ utm: z.nullable(Utm) }),
  }),
  firstTouchUtm: optionalPatientCall("GET /firsttouch/utm", {
    summary: "The campaign that first brought the patient; never changes once written",
    ok: z.object({ utm: z.nullable(Utm) }),
  }),
  experiments: optionalPatientCall("GET /experiment", {
    base: "v2",
    summary: "The experiments of this visitor, with the variant shown",
    ok: z.object({ items: z.array(z.object({ name: z.string(), variant: z.string() })) }),
  }),
  vitals: publicCall("POST /vitals", {
    summary: "How fast a page was for the visitor, counted without any data about them",
    retry: false,
    whyNoRetry: "A count, not a fact: sent twice it counts twice, lost it is not missed",
    body: z.strictObject({ items: z.array(Vital).check(z.minLength(1), z.maxLength(10)) }),
    ok: Acknowledgement,
    status: 202,
  }),
  measurement: patientCall("GET /user/measurement", {
    summary:
      "Whether the patient lets the practice report an order to its advertising partners; Global Privacy Control in their browser overrides it",
    ok: Measurement,
  }),
  changeMeasurement: patientCall("PUT /user/measurement", {
    summary: "Allow or forbid it; forbidding takes effect at once, also for reports not sent yet",
    body: z.strictObject({ allowed: z.boolean() }),
    ok: Measurement,
  }),
} as const;
