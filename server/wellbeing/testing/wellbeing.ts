import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing, type Wellbeing } from "#contract/wellbeing/calls.ts";
import type { CheckIns } from "#contract/wellbeing/check-ins.ts";
import type { Dose, DoseStatus } from "#contract/wellbeing/doses.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import type { CallResult, TestPatient, TestServer } from "#server/testing/harness.ts";
import { deliver, tokenOf } from "#server/treatment/testing/in-care.ts";

/** A patient in Iowa, in care, whose visit said 4 for sleep, 3 for hot flashes, 2 for night sweats and 1 for everything else; the first parcel has come. */
export async function patientAtHome(server: TestServer) {
  const answers = { poor_sleep: "4", vaginal_dryness: "1", thin_hair: "1" };
  const patient = await answeredPatientInCare(server, { answers });
  await deliver(server, patient.orderId);
  return patient;
}

export const readWellbeing = async (server: TestServer, patient: TestPatient): Promise<Wellbeing> =>
  (await server.call(wellbeing.read, {}, { token: await tokenOf(server, patient) })).ok;

/** The patient's check-ins, which they must have. */
export async function checkInsOf(server: TestServer, patient: TestPatient): Promise<CheckIns> {
  const { checkins } = await readWellbeing(server, patient);
  if (!checkins) throw new Error("There is no check-in");
  return checkins;
}

type Result = Promise<CallResult<{ message: string; wellbeing: Wellbeing }>>;

/** Answers this week's check-in, or another week's. */
export async function checkIn(
  server: TestServer,
  patient: TestPatient,
  values: Readonly<Record<string, number>>,
  week?: string,
): Result {
  const params = { week: week ?? (await checkInsOf(server, patient)).week };
  const answers = Object.entries(values).map(([symptomid, value]) => ({ symptomid, value }));
  return server.call(wellbeing.checkIn, { params, body: { answers } }, { token: await tokenOf(server, patient) });
}

/** The patient's running medicine of this name; undefined where none is. */
export async function findDose(server: TestServer, patient: TestPatient, name: string): Promise<Dose | undefined> {
  const { doses } = await readWellbeing(server, patient);
  return doses.items.find((item) => item.name.toLowerCase().includes(name));
}

export async function doseOf(server: TestServer, patient: TestPatient, name: "patch" | "capsule"): Promise<Dose> {
  const found = await findDose(server, patient, name);
  if (!found) throw new Error(`No ${name} is running`);
  return found;
}

/** Notes the first dose of each medicine of the first box, so that the box leads home no more; keeps no days. */
export async function beginMedicines(server: TestServer, patient: TestPatient): Promise<void> {
  const token = await tokenOf(server, patient);
  const { nextstep } = (await server.call(treatment.overview, {}, { token })).ok;
  for (const { id, day } of nextstep.arrival?.medicines ?? []) {
    await server.call(wellbeing.noteDose, { params: { id, day }, body: { status: "done" } }, { token });
    await server.call(wellbeing.endDays, { params: { id } }, { token });
  }
}

export async function pickDays(
  server: TestServer,
  patient: TestPatient,
  id: string,
  days: number[],
  remindat: number | null = null,
): Result {
  const body = { days, remindat };
  return server.call(wellbeing.pickDays, { params: { id }, body }, { token: await tokenOf(server, patient) });
}

export async function noteDose(
  server: TestServer,
  patient: TestPatient,
  { id, day }: { readonly id: string; readonly day: string },
  status: DoseStatus | null,
): Result {
  const token = await tokenOf(server, patient);
  return server.call(wellbeing.noteDose, { params: { id, day }, body: { status } }, { token });
}

export const everyDay = [0, 1, 2, 3, 4, 5, 6];
