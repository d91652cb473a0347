import { sql } from "kysely";
import { Doctor as ContentDoctor } from "#content/schema/visit.ts";
import { foldLetters } from "#contract/fields/fold-letters.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/**
 * Doctors' cards that the practice edits while the app runs. The row in the database is what every node and every screen reads; from the first edit on the
 * content no longer overwrites it.
 */

type Deps = Pick<Services, "db" | "clock" | "content">;

/** What an administrator says of a doctor. */
export interface DoctorFields {
  readonly firstname: string;
  readonly lastname: string;
  readonly credentials: string;
  readonly bio: string;
  readonly portrait: string;
  readonly npi: string;
  /** States they are licensed in. */
  readonly states: readonly string[];
  readonly acceptspatients: boolean;
}

/** Adds a doctor and returns their id, made of the name. */
export function addDoctor(services: Deps, fields: DoctorFields): Promise<string> {
  return inTransaction(services, async ({ db: tx }) => {
    const base = nameId(fields);
    for (let count = 1; ; count += 1) {
      const id = count === 1 ? base : `${base}_${count}`;
      const added = await tx
        .insertInto("doctor")
        .values({ id, ...cardColumns(services, id, fields), active: true })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!added) continue;
      await setStates(tx, id, fields.states);
      return id;
    }
  });
}

/**
 * Changes a doctor's card and states; one who was removed is back with it. `seen` is when it was edited last, as it was shown: refuses `conflict` where
 * somebody was quicker. Until when the licenses they keep are valid stays.
 */
export function updateDoctor(
  services: Deps & Refuses<"conflict">,
  id: string,
  fields: DoctorFields,
  seen: string | null,
): Promise<void> {
  return inTransaction(services, async ({ db: tx }) => {
    const row = await lockDoctor(tx, id);
    if ((row.edited_at?.toISOString() ?? null) !== seen) throw services.refuse("conflict");
    await tx
      .updateTable("doctor")
      .set({ ...cardColumns(services, id, fields), active: true })
      .where("id", "=", id)
      .execute();
    await setStates(tx, id, fields.states);
  });
}

/**
 * Removes a doctor: they are not matched or chosen any more, and stay on what they signed. Refuses `wrong_state` for one who has patients. A repeat changes
 * nothing.
 */
export function removeDoctor(services: Deps & Refuses<"wrong_state">, id: string): Promise<void> {
  return inTransaction(services, async ({ db: tx }) => {
    const row = await lockDoctor(tx, id);
    if (!row.active) return;
    const count = (await patientCounts(tx, [id])).get(id) ?? 0;
    if (count > 0)
      throw services.refuse("wrong_state", {
        message: `${count === 1 ? "1 patient is" : `${count} patients are`} in this doctor's care. You can stop new ones instead.`,
      });
    await tx
      .updateTable("doctor")
      .set({ active: false, edited_at: services.clock.now() })
      .where("id", "=", id)
      .execute();
  });
}

/** How many patients are in each doctor's care or wait for their decision, by the doctor's id. */
export async function patientCounts(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select coalesce(treating_doctor_id, doctor_id) as id, count(distinct patient_id)::int as count from care_case
    where status in ${caseStates.current.sql} and coalesce(treating_doctor_id, doctor_id) = any(${[...ids]}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function lockDoctor(tx: Tx, id: string) {
  const row = await tx.selectFrom("doctor").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

/** The columns of a card, checked as the content's are: `bad_request` with each field that doesn't fit. */
function cardColumns({ clock, content }: Deps, id: string, fields: DoctorFields) {
  const { portrait: profileUrl, acceptspatients, ...card } = fields;
  const checked = ContentDoctor.safeParse({ ...card, id, profileUrl });
  const problems = new Set(checked.error?.issues.map(({ path }) => String(path[0])));
  if (!content.doctors.some((doctor) => doctor.profileUrl === profileUrl)) problems.add("profileUrl");
  if (!fields.states.every((state) => content.states.some(({ id: known }) => known === state))) problems.add("states");
  if (!checked.success || problems.size > 0)
    throw new Refusal("bad_request", {
      fields: [...problems].map((path) => ({
        path: path === "profileUrl" ? "portrait" : path,
        message: problemTexts[path] ?? "Please check this.",
      })),
    });
  const { firstname, lastname, credentials, bio, npi } = checked.data;
  return {
    ...{ firstname, lastname, credentials, bio, npi, profile_url: profileUrl },
    accepts_patients: acceptspatients,
    edited_at: clock.now(),
  };
}

const problemTexts: Readonly<Record<string, string>> = {
  profileUrl: "Please choose one of the portraits.",
  states: "Please choose states of the list.",
};

async function setStates(tx: Tx, id: string, states: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("doctor_license")
    .where("doctor_id", "=", id)
    .where("state", "not in", [...states])
    .execute();
  await tx
    .insertInto("doctor_license")
    .values(states.map((state) => ({ doctor_id: id, state })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An id in the content's form: `ines_valdez`. */
function nameId({ firstname, lastname }: DoctorFields): string {
  const id = foldLetters(`${firstname} ${lastname}`)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return id || "doctor";
}
