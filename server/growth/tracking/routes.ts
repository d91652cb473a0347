import type { followup } from "#contract/followup.ts";
import type { growth } from "#contract/growth.ts";
import type { onboarding } from "#contract/onboarding.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { tokenOf } from "#contract/tracking.ts";
import { keepVisitTracking } from "#server/onboarding/public.ts";
import { noteEvent } from "./events.ts";
import { patientsVariants, visitorsVariants } from "./experiments.ts";
import { changeMeasurement, measurement } from "./measurement.ts";
import { noteError, noteErrorRecord } from "./reports.ts";
import { utmOf } from "./utm.ts";
import { noteVitals } from "./vitals.ts";

/** Per address: each visitor asks once a page at most. */
const variantsPerMinute = { points: 120, seconds: 60 };

/** Tracking among the calls of growth. */
export const trackingHandlers = {
  sessionUtm: (_input, ctx) => utmOf(ctx, "utm"),
  firstTouchUtm: (_input, ctx) => utmOf(ctx, "firsttouchutm"),

  async experiments(_input, ctx) {
    const { caller, request } = ctx;
    await ctx.limiter.consume("variants", request.address, variantsPerMinute);
    const items = await (caller
      ? patientsVariants(ctx, caller.patientId, request.cookieId)
      : visitorsVariants(ctx, request.cookieId));
    return { items };
  },

  measurement: (_input, ctx) => measurement(ctx),
  changeMeasurement: ({ body }, ctx) => changeMeasurement(ctx, body.allowed),
  vitals: ({ body }, ctx) => noteVitals(ctx, body.items),
} satisfies Partial<Handlers<typeof growth>>;

/** Events and error logs among the calls of the visit. */
export const visitEventHandlers = {
  triggerEvent: ({ body }, ctx) => noteEvent(ctx, body.event, { step: body.step }, "event"),
  event: ({ params, body }, ctx) => noteEvent(ctx, params.eventName, body, "eventName"),

  async saveShareASale({ body }, ctx) {
    const shareasaleclickid = tokenOf(body.shareasaleclickid);
    if (shareasaleclickid === null)
      throw ctx.fail("bad_request", { fields: [{ path: "shareasaleclickid", message: "Unknown click." }] });
    if (!ctx.request.gpc) await keepVisitTracking(ctx.db, ctx.caller.patientId, { shareasaleclickid }, ctx.clock.now());
    return { message: "Thank you." };
  },

  networkLog: ({ body }, ctx) => noteError(ctx, "network", body.error),
  onboardingLog: ({ body }, ctx) => noteError(ctx, "onboarding", body.error),
  errorLog: ({ body }, ctx) => noteErrorRecord(ctx, ctx.caller?.patientId ?? null, body),
} satisfies Partial<Handlers<typeof onboarding>>;

/** Events among the calls of the treatment review. */
export const followupEventHandlers = {
  serverEvent: ({ body }, ctx) => noteEvent(ctx, body.event, body.properties, "event"),
  triggerEvent: ({ body }, ctx) => noteEvent(ctx, body.event, body.properties, "event"),
} satisfies Partial<Handlers<typeof followup>>;
