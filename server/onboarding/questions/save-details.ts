import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { updatePatient } from "#server/auth/public.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { birthdayIssue } from "./details-rules.ts";
import { identityStatusAfterNewDetails } from "../identity/identity-rules.ts";
import { isServed, type VisitInProgress } from "../visit/in-progress.ts";
import { updateVisitRecord } from "../visit/record-queries.ts";
import type { Visit } from "../visit/visit.ts";

export interface Details {
  readonly state?: string | undefined;
  readonly birthday?: string | undefined;
}

/** Saves state and birthday (`YYYY-MM-DD`); another birthday voids an identity match. */
export async function saveDetails(
  services: TxServices & Refuses<"not_available_in_state">,
  { visit }: VisitInProgress,
  details: Details,
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
  const onlyMissing = fields.every(({ path }) => details[path as keyof Details] === undefined);
  if (fields.length > 0 && (!onlyMissing || Object.keys(details).length === 0))
    throw new Refusal("bad_request", { fields });
  if (state !== null && !isServed(services.content, state)) throw services.refuse("not_available_in_state");
  const identityStatus =
    birthday === patient.birthday ? record.identityStatus : identityStatusAfterNewDetails(record.identityStatus);
  await updatePatient(services, patient.id, { state, birthday });
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
