import type { followup } from "#contract/followup.ts";
import type { growth } from "#contract/growth/calls.ts";
import { opaqueIdOf, utmFields, utmSetOf, type UtmSet } from "#contract/growth/campaign-values.ts";
import type { Utm } from "#contract/growth/tracking-calls.ts";
import type { onboarding } from "#contract/onboarding/calls.ts";
import { mergeVisitTracking, findVisitorTracking, findVisitTracking } from "#server/onboarding/public.ts";
import type { Handlers, Caller, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { assignPatientVariants, assignVisitorVariants } from "../experiments/experiments.ts";
import { recordError, recordErrorLog } from "./error-reports.ts";
import { recordEvent } from "./events.ts";
import { changeMeasurement, readMeasurement } from "./measurement-consent.ts";
import { recordWebVitals } from "./web-vitals.ts";

type Deps = Pick<Services, "db"> & { readonly caller: Caller | null; readonly request: RequestMetadata };

/** The campaign of the last or the first touch: the signed-in patient's, else the browser's by its cookie id; null when there is none. */
async function readUtm({ db, caller, request }: Deps, touch: "utm" | "firsttouchutm"): Promise<{ utm: Utm | null }> {
  const patientTracking = caller ? await findVisitTracking(db, caller.patientId) : {};
  const stored =
    patientTracking[touch] ??
    (request.cookieId && !caller ? await findVisitorTracking(db, request.cookieId) : {})[touch];
  const set = utmSetOf(stored);
  return { utm: set && toCompleteUtm(set) };
}

const toCompleteUtm = (set: UtmSet): Utm =>
  Object.fromEntries(utmFields.map((field) => [field, set[field] ?? null])) as Utm;

/** Per address: each visitor asks at most once a page. */
const variantsPerMinute = { points: 120, seconds: 60 };

/** Growth's tracking calls. */
export const trackingHandlers = {
  sessionUtm: (_input, ctx) => readUtm(ctx, "utm"),
  firstTouchUtm: (_input, ctx) => readUtm(ctx, "firsttouchutm"),

  async experiments(_input, ctx) {
    const { caller, request } = ctx;
    await ctx.limiter.consume("variants", request.address, variantsPerMinute);
    const items = await (caller
      ? assignPatientVariants(ctx, caller.patientId, request.cookieId)
      : assignVisitorVariants(ctx, request.cookieId));
    return { items };
  },

  measurement: (_input, ctx) => readMeasurement(ctx),
  changeMeasurement: ({ body }, ctx) => changeMeasurement(ctx, body.allowed),
  vitals: ({ body }, ctx) => recordWebVitals(ctx, body.items),
} satisfies Partial<Handlers<typeof growth>>;

/** The visit's event and error-log calls. */
export const visitEventHandlers = {
  triggerEvent: ({ body }, ctx) => recordEvent(ctx, body.event, { step: body.step }, "event"),
  event: ({ params, body }, ctx) => recordEvent(ctx, params.eventName, body, "eventName"),

  async saveShareASale({ body }, ctx) {
    const shareasaleclickid = opaqueIdOf(body.shareasaleclickid);
    if (shareasaleclickid === null)
      throw ctx.refuse("bad_request", { fields: [{ path: "shareasaleclickid", message: "Unknown click." }] });
    if (!ctx.request.gpc)
      await mergeVisitTracking(ctx.db, ctx.caller.patientId, { shareasaleclickid }, ctx.clock.now());
    return { message: "Thank you." };
  },

  networkLog: ({ body }, ctx) => recordError(ctx, "network", body.error),
  onboardingLog: ({ body }, ctx) => recordError(ctx, "onboarding", body.error),
  errorLog: ({ body }, ctx) => recordErrorLog(ctx, ctx.caller?.patientId ?? null, body),
} satisfies Partial<Handlers<typeof onboarding>>;

/** The follow-up's event calls. */
export const followupEventHandlers = {
  serverEvent: ({ body }, ctx) => recordEvent(ctx, body.event, body.properties, "event"),
  triggerEvent: ({ body }, ctx) => recordEvent(ctx, body.event, body.properties, "event"),
} satisfies Partial<Handlers<typeof followup>>;
