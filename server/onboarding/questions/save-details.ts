import { requireStateServed } from "#server/addresses/public.ts";
import { browserTimezoneToKeep, type Patient, updatePatient } from "#server/auth/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { VisitInProgress } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { birthdayIssue } from "../rules/details-rules.ts";
import { identityStatusAfterNewDetails } from "../rules/identity-rules.ts";

export interface Details {
  readonly state?: string | undefined;
  readonly birthday?: string | undefined;
  /** Of the patient's device, an IANA name. */
  readonly timezone?: string | undefined;
}

/** Saves state and birthday (`YYYY-MM-DD`); another birthday voids an identity match. */
export async function saveDetails(
  services: TxServices & Refuses<"not_available_in_state">,
  { visit }: VisitInProgress,
  { timezone, ...details }: Details,
): Promise<Visit> {
  const { record, patient } = visit;
  const { state = patient.state, birthday = patient.birthday } = details;
  const fields = [
    ...(state === null || !services.content.states.some(({ id }) => id === state)
      ? [{ path: "state", message: sentence("onboarding.choose_state") }]
      : []),
    ...(birthday === null ? [{ path: "birthday", message: sentence("onboarding.enter_birthday") }] : []),
    ...[birthday === null ? null : birthdayIssue(birthday, clinicToday(services))].filter((issue) => issue !== null),
  ];
  const onlyMissing = fields.every(({ path }) => details[path as keyof typeof details] === undefined);
  if (fields.length > 0 && (!onlyMissing || Object.keys(details).length === 0))
    throw new Refusal("bad_request", { fields });
  if (state !== null) requireStateServed(services, state);
  const identityStatus =
    birthday === patient.birthday ? record.identityStatus : identityStatusAfterNewDetails(record.identityStatus);
  await updatePatient(services, patient.id, {
    ...{ state, birthday },
    ...(timezone !== undefined && { timezone: timezoneToKeep(services, patient, state, timezone) }),
  });
  await updateVisitRecord(
    services.db,
    patient.id,
    { details_asked: true, identity_status: identityStatus },
    services.clock.now(),
  );
  return {
    ...visit,
    patient: { ...patient, state, birthday },
    record: { ...record, askedDetails: true, identityStatus },
  };
}

/** The device's zone, at the first step that knows the state; a zone kept for another state has ended. Undefined: nothing changes. */
function timezoneToKeep(
  { content, clock }: Pick<TxServices, "content" | "clock">,
  patient: Pick<Patient, "state" | "timezone">,
  state: string | null,
  zone: string,
): string | undefined {
  const timezone = state === patient.state ? patient.timezone : null;
  return browserTimezoneToKeep(content, { state, timezone }, zone, clock.now()) ?? undefined;
}
