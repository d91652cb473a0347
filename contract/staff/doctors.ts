import * as z from "zod/mini";
import { Day, Id, Moment, Name, optionalText, singleLine, StateId } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";

/** A state's license of a doctor. */
export const License = z.object({
  state: StateId,
  /** The last day it is valid; null without an end. */
  validuntil: z.nullable(Day),
  /** `ending` within 60 days · `ended` nothing is prescribed on it any more. Counted in the practice's time zone. */
  status: z.enum(["valid", "ending", "ended"]),
  /** `missing` the state asks a nurse practitioner for a collaborating physician, and there's none who may practice there today: nothing is prescribed */
  collaboration: z.enum(["not_needed", "valid", "missing"]),
  /** Who that is. */
  collaboratorid: z.nullable(z.string()),
});
export type License = z.output<typeof License>;

/** A doctor of the practice, as the team knows them. */
export const TeamDoctor = z.object({
  id: z.string(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  credentials: z.string(),
  /** By their credentials: who may collaborate with a nurse practitioner. */
  physician: z.boolean(),
  /** What patients read about them. */
  bio: z.string(),
  /** One of `portraits`: the picture of a doctor without an upload. */
  portrait: z.string(),
  /** Address of the picture that the practice uploaded; patients see it in place of `portrait`. Null without one. */
  uploadedportrait: z.nullable(z.string()),
  npi: z.string(),
  /** False once they were removed, or the content doesn't name them any more. */
  active: z.boolean(),
  /** Whether new patients are matched with them. */
  acceptspatients: z.boolean(),
  /** An absence, planned or under way: new patients go elsewhere, and theirs read who covers. Null where there is none. */
  away: z.nullable(z.object({ from: Day, until: Day, coverid: z.nullable(z.string()) })),
  /** How many are in their care, or wait for their decision. */
  patients: z.int(),
  /** When somebody changed the card here last; null: it is the content's. */
  editedat: z.nullable(Moment),
  /** Who of the team decides in their name. */
  memberid: z.nullable(Id),
  licenses: z.array(License),
});
export type TeamDoctor = z.output<typeof TeamDoctor>;

const doctorFields = {
  firstname: Name,
  lastname: Name,
  /** As on the card: “MD, board-certified OB/GYN”. */
  credentials: singleLine(120, "Please enter title and specialty."),
  bio: singleLine(500, "Please write a sentence or two."),
  /** One of `portraits`. */
  portrait: singleLine(60, "Please choose a portrait."),
  npi: z.string("Please enter the ten digits.").check(z.regex(/^\d{10}$/, "Please enter the ten digits.")),
  /** Where they are licensed. Until when stays as it was set. */
  states: z.array(StateId).check(z.minLength(1, "Please choose at least one state."), z.maxLength(60)),
  acceptspatients: z.boolean(),
};
const DoctorId = singleLine(60);
const DoctorParams = z.object({ doctorid: DoctorId });

/** The practice's doctors, their cards, and until when they are licensed where. The content names the first ones. */
export const teamDoctorCalls = {
  doctors: clinicCall("GET /clinic/doctor", {
    summary: "The doctors, who of the team each one is, and their licenses",
    access: { needs: ["read:team"] },
    ok: z.object({
      items: z.array(TeamDoctor),
      /** The pictures a card can have. */
      portraits: z.array(z.string()),
    }),
  }),
  addDoctor: clinicCall("POST /clinic/doctor", {
    summary: "Add a doctor; patients can be matched with them at once",
    access: { needs: ["write:team"], freshProof: true },
    idempotency: true,
    body: z.strictObject(doctorFields),
    ok: TeamDoctor,
    status: 201,
  }),
  updateDoctor: clinicCall("PUT /clinic/doctor/{doctorid}", {
    summary:
      "Change a doctor's card, states or whether they take new patients; counts at once, and brings back one who was removed",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    body: z.strictObject({
      ...doctorFields,
      /** As it was seen; `conflict` where somebody was quicker. */
      editedat: z.nullable(Moment),
    }),
    ok: TeamDoctor,
    errors: ["conflict"],
  }),
  removeDoctor: clinicCall("DELETE /clinic/doctor/{doctorid}", {
    summary:
      "Remove a doctor who has no patients and in whose name nobody decides; a repeat changes nothing. One with patients can only stop taking new ones",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    ok: TeamDoctor,
    errors: ["wrong_state"],
  }),
  setAbsence: clinicCall("PUT /clinic/doctor/{doctorid}/absence", {
    summary: "Say from when until when a doctor is away and who covers; new patients go elsewhere, and theirs read it",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    body: z.strictObject({
      from: Day,
      /** The last day. */
      until: Day,
      /** Who covers wherever they are licensed; left out, and elsewhere, somebody who is. */
      coverid: optionalText(DoctorId),
    }),
    ok: TeamDoctor,
  }),
  endAbsence: clinicCall("DELETE /clinic/doctor/{doctorid}/absence", {
    summary: "End a doctor's absence, or take back a planned one; a repeat changes nothing",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    ok: TeamDoctor,
  }),
  handOverPatients: clinicCall("POST /clinic/doctor/{doctorid}/patients", {
    summary:
      "Hand over a doctor's patients to another doctor where that one is licensed, or each to one who is; whoever nobody is licensed for stays. Patients are told. A repeat moves nobody twice",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    body: z.strictObject({
      /** Left out: whoever is licensed in a patient's state and has the fewest open cases. */
      todoctorid: optionalText(DoctorId),
    }),
    ok: z.object({
      doctor: TeamDoctor,
      moved: z.int(),
      /** Those who stay, by state: nobody who may treat them there. */
      left: z.array(z.object({ state: StateId, patients: z.int() })),
    }),
  }),
  uploadPortrait: clinicCall("PUT /clinic/doctor/{doctorid}/portrait", {
    summary:
      "Upload a doctor's portrait, cut to a square; counts at once, and the earlier upload is deleted. The same picture again changes nothing",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    upload: true,
    ok: TeamDoctor,
  }),
  removePortrait: clinicCall("DELETE /clinic/doctor/{doctorid}/portrait", {
    summary: "Delete the portrait that was uploaded; the card's own is back at once. A repeat changes nothing",
    access: { needs: ["write:team"], freshProof: true },
    params: DoctorParams,
    ok: TeamDoctor,
  }),
  setLicense: clinicCall("PUT /clinic/doctor/{doctorid}/license/{state}", {
    summary:
      "Say until when a doctor is licensed in a state, and with which physician they prescribe there; counts at once",
    access: { needs: ["write:team"], freshProof: true },
    params: z.object({ doctorid: DoctorId, state: StateId }),
    body: z.strictObject({
      /** Left out: without an end. */
      validuntil: optionalText(Day),
      /** A physician who is licensed there, where the state asks a nurse practitioner for one; left out: nobody. */
      collaboratorid: optionalText(DoctorId),
    }),
    ok: TeamDoctor,
  }),
} as const;
