import type { VisitDecision } from "#contract/documents/visit-note.ts";
import { staff } from "#contract/staff/calls.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { staffPassword, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { signVisitNote } from "../../visit-notes/visit-notes.ts";

/** A doctor of the practice with a license in these states; the id. */
export async function newDoctor(
  server: TestServer,
  lastname: string,
  states: string[],
  credentials = "MD, board-certified OB/GYN",
): Promise<string> {
  const { portraits } = (await server.call(staff.doctors, {}, { apiKey })).ok;
  const card = { bio: "Listens.", portrait: portraits[0] ?? "", npi: "1234567893", acceptspatients: true };
  const body = { firstname: "Ada", lastname, credentials, ...card, states };
  return (await server.call(staff.addDoctor, { body }, { apiKey })).ok.id;
}

/** A decision in a doctor's name, as its note; the note's id. */
export const decidedFor = (
  server: TestServer,
  patientId: string,
  doctorid: string,
  { decision = "renewal_approved", refId = newId() }: { decision?: VisitDecision; refId?: string } = {},
): Promise<string> =>
  inTransaction(server.services, (tx) =>
    signVisitNote(
      { ...tx, clinic: { actor: `key:${newId()}`, member: null, permissions: [], owner: "test" } as never },
      { patientId, doctorid, text: `Decided for ${patientId}.`, of: { decision, refId, preparedBy: null } },
    ),
  );

/** Goes on to noon of the first day of the next month, by the practice's clock. */
export function toNextMonth(server: TestServer): void {
  const month = () => clinicToday(server.services).slice(0, 7);
  const begun = month();
  while (month() === begun) server.clock.advance(43_200_000);
  server.clock.advance(43_200_000);
}

/** A session lasts half a day. */
export async function signInAgain({ browser, email, code }: StaffPerson): Promise<void> {
  await browser.call(staff.signIn, { body: { email, password: staffPassword } });
  await browser.call(staff.proveCode, { body: { code: code() } });
}
