import type { Doctor } from "#contract/doctors.ts";
import { chooseCover, currentAbsence, doctorsById, doctorsWithLicenseIn, isLicensed } from "#server/doctors/public.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationAccess } from "./conversation-access.ts";

/**
 * What a patient reads while their doctor is away: until when, and who covers. Asked at each reading, because an absence begins and ends at midnight, and so
 * does a license.
 */
export async function awayText(
  services: Pick<Services, "content" | "clock"> & { readonly db: Database },
  { state, careStatus }: ConversationAccess,
): Promise<string | null> {
  const doctor = careStatus?.doctor;
  if (!doctor) return null;
  const absence = await currentAbsence(services, doctor);
  if (absence === null) return null;
  const { covered, uncovered } = services.content.messages.away;
  const values = { doctor: doctor.name, day: formatDay(absence.until) };
  const name = (await coverOf(services, { absentId: doctor.id, chosenId: absence.chosenId, state }))?.name;
  return name ? fillPlaceholders(covered, { ...values, cover: name }) : fillPlaceholders(uncovered, values);
}

/** Who covers for an absent doctor in a patient's state today; null where nobody does. */
export async function coverOf(
  services: Pick<Services, "content" | "clock"> & { readonly db: Database },
  { absentId, chosenId, state }: { absentId: string; chosenId: string | null; state: string | null },
): Promise<Doctor | null> {
  if (state === null) return null;
  const today = clinicToday(services);
  const licensed = await doctorsWithLicenseIn(services, state);
  const cover = chooseCover(
    licensed.filter((each) => isLicensed(each, state, today)),
    { absentId, chosenId },
    today,
  );
  return (cover && (await doctorsById(services.db, [cover.id])).get(cover.id)) ?? null;
}
