import * as z from "zod/mini";
import type { TeamDoctor } from "#contract/staff/doctors.ts";
import { teamDoctorCalls } from "#contract/staff/doctors.ts";

const { states: _states, acceptspatients: _accepts, ...card } = teamDoctorCalls.addDoctor.body.shape;

/** “ia, OH  tx” as states, each once. */
export const parseStates = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((each) => each !== ""),
  ),
];

/** A doctor's card as it is typed: states in one line. */
export const TypedDoctor = z.object({
  ...card,
  states: z.string().check(
    z.refine((typed) => parseStates(typed).length > 0, "Please enter at least one state."),
    z.refine(
      (typed) => parseStates(typed).every((each) => /^[A-Z]{2}$/.test(each)),
      "Please enter two letters for each state, like IA, OH.",
    ),
  ),
  acceptspatients: z.boolean(),
});
export type TypedDoctor = z.output<typeof TypedDoctor>;

/** What the form begins with; of a new doctor, nothing but the first portrait. */
export const typedDoctor = (doctor: TeamDoctor | null, portraits: readonly string[]): TypedDoctor => ({
  firstname: doctor?.firstname ?? "",
  lastname: doctor?.lastname ?? "",
  credentials: doctor?.credentials ?? "",
  bio: doctor?.bio ?? "",
  portrait: doctor?.portrait ?? portraits[0] ?? "",
  npi: doctor?.npi ?? "",
  states: (doctor?.licenses ?? []).map(({ state }) => state).join(", "),
  acceptspatients: doctor?.acceptspatients ?? true,
});

/** What about their patients is to be known at a glance. */
export function patientsLabel({ active, acceptspatients, patients }: TeamDoctor): string {
  if (!active) return "Removed, gets no patients";
  const count = patients === 1 ? "1 patient" : `${patients} patients`;
  return acceptspatients ? count : `${count}, takes no new ones`;
}

/** Only a doctor without patients, in whose name nobody decides, can be removed. */
export const isRemovable = ({ active, patients, memberid }: TeamDoctor): boolean =>
  active && patients === 0 && memberid === null;
