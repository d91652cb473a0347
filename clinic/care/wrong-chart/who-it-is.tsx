import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { DialogSubject } from "#clinic/ui/dialogs/modal.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { care } from "#contract/care/calls.ts";
import type { Namesake, PatientSummary } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./wrong-chart.module.css";

/** Where something is written, decided, packed or sent: for whom, by name and birthday, and a warning where another patient is called alike. */
export function WhoItIs({
  doing,
  patient,
}: {
  /** “Writing to”, “Note about”. */
  doing: string;
  patient: PatientSummary;
}) {
  return (
    <>
      <p className={css["who"]}>
        {doing} <b>{patientName(patient)}</b>, {birthdayLabel(patient)}
      </p>
      <AlikeNames patient={patient} />
    </>
  );
}

/** What is about one patient: each dialog that opens within it says whose it is, by name and birthday, with the warning. */
export const AboutPatient = ({ patient, children }: { patient: PatientSummary; children: ReactNode }) => (
  <DialogSubject value={<WhoItIs doing="For" patient={patient} />}>{children}</DialogSubject>
);

/** Warns that another patient is called alike; nothing where none is. */
export function AlikeNames({ patient }: { patient: PatientSummary }) {
  const { id } = patient;
  const mayRead = permits(usePermissions(), care.namesakes.access.needs);
  const { data } = useQuery({ ...queryOf(care.namesakes, { params: { id } }), enabled: mayRead });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Alert tone="warning" title="Another patient has a name like this">
      This is {patientName(patient)}, {birthdayLabel(patient)}. Not {items.map(namesakeText).join(", nor ")}.
    </Alert>
  );
}

const namesakeText = ({ firstname, lastname, birthday }: Namesake): string => {
  const name = [firstname, lastname].filter(Boolean).join(" ");
  return birthday === null ? name : `${name}, ${birthdayLabel({ birthday })}`;
};
