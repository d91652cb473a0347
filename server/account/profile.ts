import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { ProfileBody, User } from "#contract/account/profile.ts";
import { requireStateServed } from "#server/addresses/public.ts";
import { type Patient, type PatientChanges, presentTimezone, updatePatient } from "#server/auth/public.ts";
import { findOpenFollowup } from "#server/followup/public.ts";
import { needsPatientReply } from "#server/messages/public.ts";
import { isIdentityMatched, onboardingStatus } from "#server/onboarding/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

type ProfileInput = z.output<typeof ProfileBody>;

/** What decides which fields the patient may change. */
export interface ProfileFacts {
  readonly states: Content["states"];
  /** The identity check matched the name and birthday. */
  readonly identityMatched: boolean;
  readonly visitDone: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/**
 * The changes a profile form makes. Refuses `wrong_state` for another name or birthday once the identity check matched them, and for
 * another state once it follows the shipping address; `not_available_in_state` for a state the practice does not serve; `bad_request` for a
 * birthday in the future or before 1900.
 */
export function profileChanges(
  { refuse }: Refuses<"not_available_in_state" | "wrong_state">,
  patient: Pick<Patient, "firstname" | "lastname" | "birthday" | "state" | "email">,
  input: ProfileInput,
  { states, identityMatched, visitDone, today }: ProfileFacts,
): PatientChanges {
  if (identityMatched && changedIdentity(patient, input).length > 0) {
    throw refuse("wrong_state", {
      message: sentence("account.identity_checked"),
    });
  }
  if (input.birthday !== undefined && (input.birthday > today || input.birthday < "1900-01-01")) {
    const message = sentence("account.check_birthday");
    throw new Refusal("bad_request", { fields: [{ path: "birthday", message }] });
  }
  if (input.state !== undefined && input.state !== patient.state) {
    if (visitDone) {
      throw refuse("wrong_state", {
        message: sentence("account.state_follows_address"),
      });
    }
    refuseState({ refuse }, states, input.state);
  }
  if (input.email !== undefined && input.email !== patient.email)
    throw new Refusal("bad_request", {
      fields: [{ path: "email", message: sentence("account.email_needs_password") }],
    });
  const { firstname, lastname, birthday, state, phoneno: phone } = input;
  return { firstname, lastname, birthday, state, phone };
}

type IdentityField = "firstname" | "lastname" | "birthday";

/** Which of the fields an identity check compares would change. */
const changedIdentity = (
  patient: Pick<Patient, IdentityField>,
  input: Partial<Pick<ProfileInput, IdentityField>>,
): IdentityField[] =>
  (["firstname", "lastname", "birthday"] as const).filter(
    (field) => input[field] !== undefined && input[field] !== patient[field],
  );

/** Fields that would change although the identity check matched them: `changeProfile` refuses them. */
export async function fixedFields(
  services: Pick<Services, "db">,
  patient: Pick<Patient, "id" | IdentityField>,
  input: Partial<Pick<ProfileInput, IdentityField>>,
): Promise<readonly IdentityField[]> {
  const changed = changedIdentity(patient, input);
  return changed.length > 0 && (await isIdentityMatched(services, patient.id)) ? changed : [];
}

/** Changes the profile as `profileChanges` allows, for the patient and for the practice on their behalf. */
export async function changeProfile(
  services: Services & Refuses<"not_available_in_state" | "wrong_state">,
  patient: Patient,
  input: ProfileInput,
): Promise<void> {
  const { content } = services;
  const [matched, visit] = await Promise.all([
    isIdentityMatched(services, patient.id),
    onboardingStatus(services, patient.id),
  ]);
  const today = clinicToday(services);
  const facts = { states: content.states, identityMatched: matched, visitDone: visit === "DONE", today };
  await updatePatient(services, patient.id, profileChanges(services, patient, input, facts));
}

function refuseState({ refuse }: Refuses<"not_available_in_state">, states: Content["states"], stateId: string): void {
  if (!states.some(({ id }) => id === stateId)) {
    throw new Refusal("bad_request", { fields: [{ path: "state", message: sentence("account.choose_state") }] });
  }
  requireStateServed({ content: { states }, refuse }, stateId);
}

/** The patient as their own account shows them. The picture's URL changes with the picture, so that no cache shows an old one. */
export async function presentUser(services: Services, patient: Patient): Promise<User> {
  return {
    id: patient.id,
    firstname: patient.firstname,
    lastname: patient.lastname,
    email: patient.email,
    emailverified: patient.emailVerified,
    emailrefused: patient.emailRefusedAt !== null,
    profileUrl: patient.profileFileId && `/api/user/avatar?v=${patient.profileFileId}`,
    phoneno: patient.phone,
    birthday: patient.birthday,
    state: patient.state,
    followup_code: (await findOpenFollowup(services.db, patient.id))?.code ?? null,
    hasfailedtransaction: patient.failedTransactionReason !== null,
    failedtransactionreason: patient.failedTransactionReason,
    needspatientreply: await needsPatientReply(services, patient),
    pharmacy: patient.pharmacy,
    timezone: presentTimezone(services.content, patient),
    deathreportedat: patient.death?.reportedAt.toISOString() ?? null,
  };
}
