import type { PatientRecord } from "#contract/care/patients.ts";

type Symptom = NonNullable<PatientRecord["checkins"]>[number]["symptoms"][number];

/** How much a symptom bothers the patient, from 0 to 4: at the visit or the review before, and in the check-in. */
export const symptomChange = ({ name, before, now }: Symptom): string =>
  `${name}: ${[before === null ? "" : `was ${before}`, now === null ? "not answered" : `now ${now}`].filter(Boolean).join(", ")}`;
