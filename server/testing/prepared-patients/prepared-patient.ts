import type { TestPatient, TestServer } from "../harness.ts";
import { copyPatient } from "./copy-patient.ts";
import { type Recording, recordPatient, settingKeyId } from "./record-patient.ts";

/**
 * Patients that many tests need in the same state. The first in a worker is brought there by the calls that a patient and a practice make. For the second,
 * these are made once more on a server of its own, and what they leave is recorded: the rows in the database, and the mails sent. From then on each
 * patient gets a copy of that in one statement, instead of three hundred.
 */
const requested = new Set<string>();
const recordings = new Map<string, Promise<Recording>>();

/**
 * Brings a patient who only signed up to the state that `prepare` leads to. `state` names it, with all that distinguishes it. Resolves with the result of
 * `prepare`, which must be JSON. A patient who did anything since, or one of a server with parts of its own, is prepared by calls.
 */
export async function preparedPatient<P extends { readonly token: string }, T>(
  server: TestServer,
  patient: P,
  state: string,
  prepare: (server: TestServer, patient: P | TestPatient) => Promise<T>,
): Promise<T> {
  const prepareByCalls = async (ready: P | TestPatient) => {
    // A doctor is found only where somebody can decide: the practice's system may, by its key.
    const keys = server.services.db.selectFrom("api_key").select("id").limit(1);
    if (!(await keys.executeTakeFirst())) await settingKeyId(server.services);
    return prepare(server, ready);
  };
  const untouched = server.takeUntouched(patient.token);
  if (untouched === null) return prepareByCalls(patient);
  const { names } = untouched;
  // Days begin on the hour in every zone of the country, so within an hour all dates are the same.
  const hour = Math.floor(server.clock.now().getTime() / 3_600_000);
  const key = JSON.stringify([state, names, hour]);
  if (!requested.has(key)) {
    requested.add(key);
    return prepareByCalls(untouched.patient);
  }
  let recording = recordings.get(key);
  if (!recording) recordings.set(key, (recording = recordPatient(server.clock.offset, names, prepare)));
  return (await copyPatient(server, untouched.patient, await recording)) as T;
}
