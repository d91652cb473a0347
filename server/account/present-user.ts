import type { User } from "#contract/entities.ts";
import type { Services } from "#server/platform/services.ts";
import type { Patient } from "#server/auth/public.ts";
import { findOpenFollowup } from "#server/followup/public.ts";
import { needsPatientReply } from "#server/messages/public.ts";

/** The patient as she sees herself. The picture's address changes with the picture, so that no cache shows an old one. */
export async function presentUser(services: Services, patient: Patient): Promise<User> {
  return {
    id: patient.id,
    firstname: patient.firstname,
    lastname: patient.lastname,
    email: patient.email,
    emailverified: patient.emailVerified,
    profileUrl: patient.profileFileId && `/api/user/avatar?v=${patient.profileFileId}`,
    phoneno: patient.phone,
    birthday: patient.birthday,
    state: patient.state,
    followup_code: (await findOpenFollowup(services.db, patient.id))?.code ?? null,
    hasfailedtransaction: patient.failedTransactionReason !== null,
    failedtransactionreason: patient.failedTransactionReason,
    needspatientreply: await needsPatientReply(services, patient),
    pharmacy: patient.pharmacy,
  };
}
