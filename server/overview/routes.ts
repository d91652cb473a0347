import type { treatment } from "#contract/treatment/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { loadTreatmentOverview } from "./overview.ts";

/** Home and the treatment pages: everything about a patient's care in one call, composed of the features below. */
export const overviewHandlers = {
  overview: (_input, ctx) => loadTreatmentOverview(ctx, ctx.caller.patientId),
} satisfies Pick<Handlers<typeof treatment>, "overview">;
