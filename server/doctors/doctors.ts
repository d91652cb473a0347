import { sql, type Selectable } from "kysely";
import type { Content } from "#content/loader/load.ts";
import type { Doctor } from "#contract/doctors.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { type Absence, absenceOf } from "./absence.ts";
import { collaboratorCredentials, lacksCollaborator } from "./collaboration.ts";
import { isDecidedFor } from "./decided-for.ts";
import { doctorName } from "./doctor-name.ts";
import { uploadedPortraitUrl } from "./portraits.ts";

/** What patients see of a doctor. */
const cardColumns = ["id", "firstname", "lastname", "credentials", "bio", "profile_url", "portrait_id"] as const;
type DoctorRow = Pick<Selectable<Tables["doctor"]>, (typeof cardColumns)[number]>;

/** The rows `presentDoctor` takes. */
export const doctorCardRows = (db: Database) => db.selectFrom("doctor").select(cardColumns);

/** Where a doctor may treat patients. */
export interface LicensedDoctor {
  readonly id: string;
  readonly active: boolean;
  /** Licenses with the last day they are valid (`YYYY-MM-DD`), null without end; on one that lacks a collaborating physician nothing is prescribed. */
  readonly licenses: readonly {
    readonly state: string;
    readonly validUntil: string | null;
    readonly lacksCollaborator?: boolean;
  }[];
  /** The first and last day they are away. */
  readonly absence: Absence | null;
}

/** Whether this doctor may treat a patient in `state` on `today`. */
export function isLicensed({ active, licenses }: LicensedDoctor, state: string, today: string): boolean {
  return (
    active &&
    licenses.some(
      (each) =>
        each.state === state &&
        (each.validUntil === null || each.validUntil >= today) &&
        each.lacksCollaborator !== true,
    )
  );
}

/** A doctor as the router sees them: licenses and number of open cases. */
export interface RoutedDoctor extends LicensedDoctor {
  /** Takes new patients. */
  readonly acceptsPatients: boolean;
  /** Somebody decides in their name: one of the team, or a system of the practice, which says whom it acts for. */
  readonly decidedFor: boolean;
  readonly openCases: number;
}

/**
 * Upserts the content's doctors. Licenses follow the content, cases are kept, and a doctor no longer in the content becomes inactive. Whom the practice has added
 * or changed stays as it says.
 */
export function syncDoctors(db: Database, doctors: Content["doctors"]): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const edited = await tx
      .selectFrom("doctor")
      .select("id")
      .where("edited_at", "is not", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const isEdited = (id: string) => edited.some((each) => each.id === id);
    await tx
      .updateTable("doctor")
      .set({ active: false })
      .where("edited_at", "is", null)
      .where(
        "id",
        "not in",
        doctors.map(({ id }) => id),
      )
      .execute();
    await tx
      .insertInto("doctor")
      .values(
        doctors.map(({ id, firstname, lastname, credentials, bio, profileUrl, npi, fixed }) => ({
          id,
          firstname,
          lastname,
          credentials,
          bio,
          profile_url: profileUrl,
          npi,
          fixed,
          active: true,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet((row) => ({
            firstname: row.ref("excluded.firstname"),
            lastname: row.ref("excluded.lastname"),
            credentials: row.ref("excluded.credentials"),
            bio: row.ref("excluded.bio"),
            profile_url: row.ref("excluded.profile_url"),
            npi: row.ref("excluded.npi"),
            fixed: row.ref("excluded.fixed"),
            active: row.ref("excluded.active"),
          }))
          .where("doctor.edited_at", "is", null),
      )
      .execute();
    const licenses = doctors
      .filter(({ id }) => !isEdited(id))
      .flatMap(({ id, states }) => states.map((state) => ({ doctor_id: id, state })));
    if (licenses.length === 0) return;
    await tx
      .deleteFrom("doctor_license")
      .where("doctor_id", "not in", (query) =>
        query.selectFrom("doctor").select("id").where("edited_at", "is not", null),
      )
      .where((where) =>
        where.not(
          where(
            where.refTuple("doctor_id", "state"),
            "in",
            licenses.map((each) => where.tuple(each.doctor_id, each.state)),
          ),
        ),
      )
      .execute();
    await tx
      .insertInto("doctor_license")
      .values(licenses)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Every doctor licensed in `state`, with the number of their open cases. */
export async function doctorsWithLicenseIn(
  services: Pick<Services, "clock" | "content"> & { readonly db: Database },
  state: string,
): Promise<readonly RoutedDoctor[]> {
  const { db, clock, content } = services;
  const rows = await db
    .selectFrom("doctor")
    .innerJoin("doctor_license", "doctor_license.doctor_id", "doctor.id")
    .select(["doctor.id", "doctor.active", "doctor.accepts_patients", "doctor.credentials"])
    .select(["doctor_license.valid_until", "doctor_license.state"])
    .select(collaboratorCredentials("doctor_license", clinicToday(services)).as("collaborator_credentials"))
    .select(["doctor.away_from", "doctor.away_until", isDecidedFor(clock.now()).as("decided_for")])
    .select(
      sql<number>`(select count(*) from care_case where care_case.doctor_id = doctor.id and care_case.status in ${caseStates.undecided.sql})`.as(
        "open_cases",
      ),
    )
    .where("doctor_license.state", "=", state)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    active: row.active,
    acceptsPatients: row.accepts_patients,
    decidedFor: row.decided_for,
    absence: absenceOf(row),
    openCases: row.open_cases,
    licenses: [{ state, validUntil: row.valid_until, lacksCollaborator: lacksCollaborator(content, row) }],
  }));
}

/** Doctors by id, with all their licenses; one without any is left out. */
export async function licensedDoctors(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LicensedDoctor>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("doctor")
    .innerJoin("doctor_license as license", "license.doctor_id", "doctor.id")
    .select(["doctor.id", "doctor.active", "license.state", "license.valid_until"])
    .select(["doctor.away_from", "doctor.away_until"])
    .where("doctor.id", "in", [...ids])
    .execute();
  const licensesOf = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    rows.map(({ id, active, ...row }) => [
      id,
      {
        ...{ id, active, absence: absenceOf(row) },
        licenses: (licensesOf.get(id) ?? []).map(({ state, valid_until }) => ({ state, validUntil: valid_until })),
      },
    ]),
  );
}

/** Doctors by id. */
export async function doctorsById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Doctor>> {
  if (ids.length === 0) return new Map();
  const rows = await doctorCardRows(db)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, presentDoctor(row)]));
}

export const presentDoctor = ({ id, firstname, lastname, credentials, bio, ...row }: DoctorRow): Doctor => ({
  id,
  firstname,
  lastname,
  name: doctorName(firstname, lastname, credentials),
  credentials,
  bio,
  profileUrl: uploadedPortraitUrl(row) ?? row.profile_url,
});

/** A doctor as named on documents. */
export interface Prescriber {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly name: string;
  readonly credentials: string;
  readonly npi: string;
  /** States the doctor is licensed in, by their two-letter codes. */
  readonly states: readonly string[];
}

/** Doctors as named on documents, by id; includes inactive ones. */
export async function prescribersById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Prescriber>> {
  if (ids.length === 0) return new Map();
  const [doctors, licenses] = await Promise.all([
    db
      .selectFrom("doctor")
      .select(["id", "firstname", "lastname", "credentials", "npi"])
      .where("id", "in", [...ids])
      .execute(),
    db
      .selectFrom("doctor_license")
      .select(["doctor_id", "state"])
      .where("doctor_id", "in", [...ids])
      .orderBy("state")
      .execute(),
  ]);
  return new Map(
    doctors.map((doctor) => [
      doctor.id,
      {
        ...doctor,
        name: doctorName(doctor.firstname, doctor.lastname, doctor.credentials),
        states: licenses.filter(({ doctor_id }) => doctor_id === doctor.id).map(({ state }) => state),
      },
    ]),
  );
}

/** The doctor shown on the card in onboarding: the content's choice, or another one while that one takes no new patients. */
export async function visitDoctor(
  services: Pick<Services, "clock" | "content"> & { readonly db: Database },
): Promise<Doctor> {
  const { db } = services;
  const today = clinicToday(services);
  const row = await db
    .selectFrom("doctor")
    .selectAll()
    .orderBy(
      sql`active and accepts_patients and not coalesce(${today} between away_from and away_until, false)`,
      "desc",
    )
    .orderBy("fixed", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return presentDoctor(row);
}
