import { rulesVersion } from "#content/logic/rule-version.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { assignFlow, flowOf } from "../flow/flow.ts";

type Deps = Pick<Services, "content" | "clock"> & { readonly db: Database };

/** Opens a patient's visit, in the transaction of the sign-up; `flowVariant` only where a switcher chose one. */
export async function createOnboarding(
  { db, content, clock }: Deps,
  visit: {
    readonly patientId: string;
    readonly tracking: TrackingHeaders;
    readonly flowVariant?: string | undefined;
    readonly nonRxOnly: boolean;
  },
): Promise<void> {
  const flow = visit.flowVariant
    ? flowOf(content.flows, visit.flowVariant)
    : assignFlow(content.flows, visit.patientId);
  const first = flow.steps.find((step) => step !== 1) ?? 1;
  const now = clock.now();
  await db
    .insertInto("onboarding")
    .values({
      patient_id: visit.patientId,
      step: first,
      furthest_step: first,
      status: "PENDING",
      flow_variant: flow.variant,
      content_version: content.questionnaire.version,
      rules_version: rulesVersion(content),
      deduplication_id: visit.tracking.deduplicationid ?? null,
      tracking: JSON.stringify(visit.tracking),
      non_hrt: visit.nonRxOnly,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
