import { errorMessage, isOutcomeUnknown } from "#app/api/api-error.ts";
import type { KeyedRequests } from "#app/forms/keyed-requests.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import { parseStates, type TypedDoctor, typedDoctor } from "./doctor-fields.ts";

/** What saving does with a doctor's own photo: nothing, or the file takes its place, or it is removed. */
export type PhotoChange = { readonly file: File | null } | null;

/** What saving needs; a doctor is added under the key of what is typed, so pressing again after a lost answer adds nobody twice. */
export interface SendDoctor {
  readonly call: StaffCall;
  readonly keyed: KeyedRequests;
}

export interface SavedDoctor {
  /** As the server has them now. */
  readonly doctor: TeamDoctor;
  /** What happened, in words. */
  readonly notice: string;
  /** Why the photo is still as it was, though the card was saved; empty when all is done. */
  readonly photoProblem: string;
}

/**
 * Saves what was changed of a doctor: first the card, then the photo. A card that is as it was isn't sent: from the first change on, the content no longer counts
 * for it. Throws what the card is refused with; the photo's refusal comes with the doctor, because the card is saved by then.
 */
export async function sendDoctor(
  { call, keyed }: SendDoctor,
  doctor: TeamDoctor | null,
  typed: TypedDoctor,
  photo: PhotoChange,
): Promise<SavedDoctor> {
  const card = await sendCard({ call, keyed }, doctor, typed);
  if (photo === null) return { ...card, photoProblem: "" };
  try {
    const params = { doctorid: card.doctor.id };
    const { file } = photo;
    const changed = file
      ? await call(teamDoctorCalls.uploadPortrait, { params, file })
      : await call(teamDoctorCalls.removePortrait, { params });
    const notice = card.sent
      ? card.notice
      : `The photo of ${changed.name} was ${file ? "saved" : "removed"}. Patients see it right away.`;
    return { doctor: changed, notice, photoProblem: "" };
  } catch (error) {
    return { ...card, photoProblem: photoProblem(error, card.sent) };
  }
}

async function sendCard({ call, keyed }: SendDoctor, doctor: TeamDoctor | null, { states, ...card }: TypedDoctor) {
  const body = { ...card, states: parseStates(states) };
  if (doctor === null) {
    const added = await keyed(body, (key) => call(teamDoctorCalls.addDoctor, { body }, { key }));
    return {
      doctor: added,
      sent: true,
      notice: `${added.name} was added. Patients can be matched with them right away.`,
    };
  }
  const { id: doctorid, editedat, active, name } = doctor;
  if (active && isCardOf(doctor, { states, ...card })) return { doctor, sent: false, notice: `${name} is as before.` };
  const changed = await call(teamDoctorCalls.updateDoctor, { params: { doctorid }, body: { ...body, editedat } });
  return {
    doctor: changed,
    sent: true,
    notice: `The card of ${changed.name} was changed. Patients see it right away.`,
  };
}

/** Whether what is typed is the doctor's card as it is. */
export function isCardOf(doctor: TeamDoctor, { states, ...typed }: TypedDoctor): boolean {
  const { states: known, ...card } = typedDoctor(doctor, []);
  const sorted = (text: string) => parseStates(text).toSorted().join();
  return (
    sorted(states) === sorted(known) &&
    Object.entries(card).every(([field, value]) => typed[field as keyof typeof typed] === value)
  );
}

/** Why the photo isn't saved. */
function photoProblem(error: unknown, cardSaved: boolean): string {
  const card = cardSaved ? "The rest of the card is saved. " : "";
  return isOutcomeUnknown(error)
    ? `${card}No answer came about the photo, so we don’t know whether it was saved. Save again: nothing happens twice.`
    : `${card}${errorMessage(error)}`;
}
