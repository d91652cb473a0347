import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { assess } from "../flow/assess.ts";
import { findVisit } from "../flow/visit-queries.ts";
import { changedAnswers } from "../rules/answers.ts";
import { emergencyInAnswers } from "../screening/emergencies-in-answers.ts";
import { recordedHits } from "../screening/hit-queries.ts";
import { contraindicatedBy } from "../screening/screen-today.ts";
import { validateAnswers, visitAfter } from "./change-health-answers.ts";
import { newlyHitRules } from "./screening-change.ts";
import { lookAfter } from "./tell-practice.ts";
import { healthScreens } from "./versions.ts";

/** What would follow from a change of answers. */
export interface ChangePreview {
  readonly contraindicates: (productId: string) => boolean;
  /** Whether somebody looks at it, within how many hours or days, and what waits for that. */
  readonly look: ReturnType<typeof lookAfter>;
  readonly isEmergency: boolean;
  /** The questions that would be open, with the answers there would be. */
  readonly screens: readonly HealthScreen[];
}

/** What a change of a finished visit's answers would lead to, by the rules that `changeHealthAnswers` runs. Changes nothing. */
export async function previewHealthChange(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  sent: readonly Answer[],
): Promise<ChangePreview> {
  const { content, db, clock } = services;
  const before = await findVisit(services, patientId);
  if (before?.record.status !== "DONE")
    throw services.refuse("wrong_state", { message: sentence("onboarding.finish_visit_first") });
  const given = validateAnswers(services, before, sent);
  const changed = changedAnswers(before.answers, given);
  const after = visitAfter(before, changed, clock.now(), null);
  const today = clinicToday(services);
  const { hits, open } = assess(content, after, today);
  const known = new Set((await recordedHits(db, patientId)).map(({ rule_id }) => rule_id));
  const firstHits = hits.filter(({ id }) => !known.has(id));
  const newHits = newlyHitRules(assess(content, before, today).hits, hits, firstHits);
  return {
    contraindicates: contraindicatedBy(content, newHits),
    look: lookAfter(content, { before, after, changed, hits, newHits }),
    isEmergency:
      emergencyInAnswers(content, changed) !== null || firstHits.some(({ outcome }) => outcome === "EMERGENCY"),
    screens: healthScreens(content, open, after.answers),
  };
}
