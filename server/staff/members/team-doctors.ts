import type { Input } from "#contract/http/endpoint.ts";
import type { License, TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import {
  collaboratorCredentials,
  doctorName,
  isPhysician,
  lacksCollaborator,
  needsCollaborator,
  patientCounts,
  removeDoctor,
  uploadedPortraitUrl,
} from "#server/doctors/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "clock" | "content">;

/** How long before its end a license is shown as ending, in days: renewing one takes a state weeks. */
const warnedDays = 60;

/** The doctors with their licenses and who of the team each one is, by name. */
export async function listTeamDoctors({ db, clock, content }: Deps): Promise<TeamDoctor[]> {
  const today = clinicToday({ content, clock });
  const [doctors, licenses, members] = [
    await db.selectFrom("doctor").selectAll().orderBy("lastname").orderBy("id").execute(),
    await db
      .selectFrom("doctor_license as license")
      .selectAll()
      .select(collaboratorCredentials("license", today).as("collaborator_credentials"))
      .orderBy("state")
      .execute(),
    await db
      .selectFrom("staff_member")
      .select(["id", "doctor_id"])
      .where("doctor_id", "is not", null)
      .where("disabled_at", "is", null)
      .execute(),
  ];
  const patients = await patientCounts(
    db,
    doctors.map(({ id }) => id),
  );
  return doctors.map(({ id, firstname, lastname, credentials, bio, npi, active, ...row }) => ({
    ...{ id, name: doctorName(firstname, lastname, credentials), firstname, lastname, credentials, bio, npi, active },
    physician: isPhysician(credentials),
    portrait: row.profile_url,
    uploadedportrait: uploadedPortraitUrl(row),
    acceptspatients: row.accepts_patients,
    away:
      row.away_from !== null && row.away_until !== null && row.away_until >= today
        ? { from: row.away_from, until: row.away_until, coverid: row.covered_by }
        : null,
    patients: patients.get(id) ?? 0,
    editedat: row.edited_at?.toISOString() ?? null,
    memberid: members.find(({ doctor_id }) => doctor_id === id)?.id ?? null,
    licenses: licenses
      .filter(({ doctor_id }) => doctor_id === id)
      .map((license) => ({
        ...{ state: license.state, validuntil: license.valid_until, status: licenseStatus(license.valid_until, today) },
        ...{
          collaboration: collaborationOf(content, { ...license, credentials }),
          collaboratorid: license.collaborator_id,
        },
      })),
  }));
}

/** A license counts on its last day, and is announced as ending for two months before. */
export function licenseStatus(validUntil: string | null, today: string): License["status"] {
  if (validUntil === null) return "valid";
  if (validUntil < today) return "ended";
  return validUntil <= addDays(today, warnedDays) ? "ending" : "valid";
}

function collaborationOf(
  content: Deps["content"],
  license: Parameters<typeof lacksCollaborator>[1],
): License["collaboration"] {
  if (!needsCollaborator(content, license)) return "not_needed";
  return lacksCollaborator(content, license) ? "missing" : "valid";
}

/**
 * Sets the last day of a license the doctor has, and with whom they prescribe on it. States come from the content, because matching and checkout depend on
 * them. Refuses `bad_request` for a collaborator who is no physician with a license there, or isn't somebody else.
 */
export async function setLicense(
  services: Deps,
  { doctorid, state }: { readonly doctorid: string; readonly state: string },
  { validuntil, collaboratorid }: Input<typeof teamDoctorCalls.setLicense>["body"],
): Promise<TeamDoctor> {
  if (collaboratorid !== undefined && !(await mayCollaborate(services, { doctorid, state, collaboratorid })))
    throw new Refusal("bad_request", { fields: [{ path: "collaboratorid", message: noCollaborator(state) }] });
  const changed = await services.db
    .updateTable("doctor_license")
    .set({ valid_until: validuntil ?? null, collaborator_id: collaboratorid ?? null })
    .where("doctor_id", "=", doctorid)
    .where("state", "=", state)
    .returning("state")
    .executeTakeFirst();
  if (!changed) throw new Refusal("not_found");
  return requireTeamDoctor(services, doctorid);
}

const noCollaborator = (state: string): string =>
  `Please choose another person of the practice, a physician who is licensed in ${state} today.`;

async function mayCollaborate(
  services: Deps,
  { doctorid, state, collaboratorid }: Readonly<Record<"doctorid" | "state" | "collaboratorid", string>>,
): Promise<boolean> {
  const found = (await listTeamDoctors(services)).find(({ id }) => id === collaboratorid);
  return (
    found !== undefined &&
    found.id !== doctorid &&
    found.active &&
    found.physician &&
    found.licenses.some((license) => license.state === state && license.status !== "ended")
  );
}

/** One doctor; `not_found` for an unknown one. */
export async function requireTeamDoctor(services: Deps, doctorId: string): Promise<TeamDoctor> {
  const doctor = (await listTeamDoctors(services)).find(({ id }) => id === doctorId);
  if (!doctor) throw new Refusal("not_found");
  return doctor;
}

/** Removes a doctor nobody of the team decides for. Refuses `wrong_state` for another one, and for one with patients. */
export async function removeTeamDoctor(services: Deps & Refuses<"wrong_state">, doctorId: string): Promise<TeamDoctor> {
  const { memberid } = await requireTeamDoctor(services, doctorId);
  if (memberid !== null)
    throw services.refuse("wrong_state", {
      message: "Somebody of your team decides in this doctor's name. Please choose another doctor for them first.",
    });
  await removeDoctor(services, doctorId);
  return requireTeamDoctor(services, doctorId);
}

/** The pictures a card can have: those of the content's doctors. */
export const portraitsOf = ({ doctors }: Deps["content"]): string[] => [
  ...new Set(doctors.map(({ profileUrl }) => profileUrl)),
];
