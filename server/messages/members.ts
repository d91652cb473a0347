import type * as z from "zod/mini";
import type { Member } from "#contract/messages/calls.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { loadCareStatus } from "#server/care/public.ts";
import type { ConversationRow } from "./conversations.ts";

/** Who answers in a conversation: the patient's doctor (nobody until one is matched), or patient services. */
export async function membersOf(
  { db, content }: Pick<Services, "content"> & { readonly db: Database },
  { kind, patient_id }: ConversationRow,
): Promise<z.output<typeof Member>[]> {
  if (kind === "patient_services") {
    const { title, sender, profileUrl } = content.messages.patientservices;
    return [{ userid: sender.id, doctorid: null, doctorname: title, profileUrl }];
  }
  const doctor = (await loadCareStatus({ db }, patient_id))?.doctor;
  return doctor
    ? [{ userid: doctor.id, doctorid: doctor.id, doctorname: doctor.name, profileUrl: doctor.profileUrl }]
    : [];
}
