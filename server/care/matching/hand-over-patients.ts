import { sql } from "kysely";
import type { staff } from "#contract/staff/calls.ts";
import { type CaseRow, lockCase, treatingDoctor, updateCase } from "#server/cases/public.ts";
import { doctorsById, doctorsWithLicenseIn, isLicensed } from "#server/doctors/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { requireTeamDoctor } from "#server/staff/public.ts";
import { routerSettings, routeToDoctor } from "./doctor-router.ts";

/*
 * A doctor who is sick for long, or leaves, hands over their patients: those in their care get another doctor, and what waits for their decision waits to be
 * accepted by one. Each patient in a transaction of their own, so that hundreds of them keep nobody waiting; whoever was moved isn't this doctor's
 * any more, so a repeat continues where one ended.
 */

interface Moved {
  readonly moved: readonly string[];
  /** How many stay, by state. */
  readonly left: ReadonlyMap<string, number>;
}

/** Hands over all patients of a doctor to one doctor, where that one is licensed, or each to whom the router chooses. */
export async function handOverPatients(services: Services, fromId: string, toId: string | null): Promise<Moved> {
  const known = await doctorsById(services.db, [fromId, ...(toId === null ? [] : [toId])]);
  if (!known.has(fromId)) throw new Refusal("not_found");
  if (toId !== null && (!known.has(toId) || toId === fromId))
    throw new Refusal("bad_request", {
      fields: [{ path: "todoctorid", message: "Please choose another doctor of your team." }],
    });
  const moved: string[] = [];
  const left = new Map<string, number>();
  for (const { patientId, caseId, state } of await patientsOf(services.db, fromId)) {
    const to = await successorIn(services, state, { fromId, toId });
    if (to === null) left.set(state, (left.get(state) ?? 0) + 1);
    else if (await moveCase(services, { caseId, fromId, toId: to })) moved.push(patientId);
  }
  return { moved, left };
}

/** Whom a doctor treats, or who waits for their decision, by their latest case. */
async function patientsOf(db: Database, doctorId: string) {
  const { rows } = await sql<{ patientId: string; caseId: string; state: string }>`
    select latest.patient_id as "patientId", latest.id as "caseId", patient.state
    from (select distinct on (patient_id) * from care_case where patient_id in (
      select patient_id from care_case where doctor_id = ${doctorId} or treating_doctor_id = ${doctorId})
      order by patient_id, submitted_at desc) as latest
    join patient on patient.id = latest.patient_id
    where latest.status in ${caseStates.current.sql} and patient.state is not null
      and coalesce(latest.treating_doctor_id, latest.doctor_id) = ${doctorId}
    order by latest.submitted_at, latest.id`.execute(db);
  return rows;
}

async function successorIn(
  services: Services,
  state: string,
  { fromId, toId }: { readonly fromId: string; readonly toId: string | null },
): Promise<string | null> {
  const today = clinicToday(services);
  const others = (await doctorsWithLicenseIn(services, state)).filter(({ id }) => id !== fromId);
  if (toId !== null)
    return others.some((doctor) => doctor.id === toId && isLicensed(doctor, state, today)) ? toId : null;
  const routing = routeToDoctor({ ...routerSettings(services.config), enabled: true }, others, state, today);
  return "doctorId" in routing ? routing.doctorId : null;
}

/** False where the case was decided, or is another doctor's, by now. */
const moveCase = (
  services: Services,
  { caseId, fromId, toId }: { readonly caseId: string; readonly fromId: string; readonly toId: string },
): Promise<boolean> =>
  inTransaction(services, async (tx) => {
    const found = await lockCase(tx.db, caseId);
    if (!found || treatingDoctor(found) !== fromId) return false;
    const changed =
      found.status === "approved"
        ? await updateCase(tx.db, caseId, ["approved"], { treating_doctor_id: toId })
        : await updateCase(tx.db, caseId, caseStates.undecided.list, {
            ...{ status: "submitted", doctor_id: toId, treating_doctor_id: null, accepted_at: null },
          });
    if (changed) await announceDoctor(tx, found, { fromId, toId });
    return changed;
  });

async function announceDoctor(
  services: TxServices,
  { patient_id: patientId }: CaseRow,
  { fromId, toId }: { readonly fromId: string; readonly toId: string },
): Promise<void> {
  const doctors = await doctorsById(services.db, [fromId, toId]);
  const names = { doctor: doctors.get(toId)?.name ?? "", before: doctors.get(fromId)?.name ?? "" };
  await postMessage(services, {
    ...{ patientId, kind: "doctor", author: { role: "system" }, type: "system" },
    text: fillPlaceholders(services.content.messages.newdoctor, names),
  });
}

export const handOverHandlers = {
  handOverPatients: async ({ params: { doctorid }, body: { todoctorid } }, ctx) => {
    const { moved, left } = await handOverPatients(ctx, doctorid, todoctorid ?? null);
    for (const patientId of moved) ctx.auditPatient(patientId);
    return {
      doctor: await requireTeamDoctor(ctx, doctorid),
      moved: moved.length,
      left: [...left].map(([state, patients]) => ({ state, patients })),
    };
  },
} satisfies Pick<Handlers<typeof staff>, "handOverPatients">;
