import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { mayPrepare } from "#clinic/care/prepared/use-signature.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { paceText } from "./directions-change.ts";
import { PrescriptionActions } from "./prescription-actions.tsx";
import rowCss from "#clinic/ui/rows.module.css";
import css from "./prescribing.module.css";
import { SuggestMedicine } from "./suggestions/suggestions-section.tsx";
import { ChangeTreatment } from "./treatment-change/change-dialog.tsx";
import { subscriptionToChange } from "./treatment-change/treatment-change.ts";

/** What a patient has from this practice now, with all that a prescriber does with it. */
export function CurrentMedicines({ record }: { record: PatientRecord }) {
  const { id: patientId, prescriptions = [], revision } = record;
  const current = prescriptions.filter(({ status }) => status === "active" || status === "on_hold");
  return (
    <Stack gap={3}>
      <ChangeTreatment record={record}>
        {(change) =>
          current.length === 0 ? (
            <p className={rowCss["quiet"]}>None from this practice.</p>
          ) : (
            <ul className={rowCss["rows"]}>
              {current.map((prescription) => (
                <li key={prescription.id}>
                  <b>{medicineName(prescription)}</b>{" "}
                  {prescription.status === "on_hold" && <StatusBadge tone="warning">On hold</StatusBadge>}
                  <div className={rowCss["quiet"]}>
                    {[
                      prescription.directions,
                      paceText(prescription.pace),
                      `since ${formatDay(prescription.approvedat)}`,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </div>
                  <div className={rowCss["steps"]}>
                    <PrescriptionActions patientId={patientId} prescription={prescription} revision={revision} />
                    {change(subscriptionToChange(record, prescription))}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </ChangeTreatment>
      <SuggestMedicine record={record} />
    </Stack>
  );
}

/** The same where the record isn't on screen: it's read once it's asked for, by whoever prescribes or prepares it. */
export function MedicinesOf({ patientId }: { patientId: string }) {
  const permissions = usePermissions();
  const [open, setOpen] = useState(false);
  const record = useQuery({ ...queryOf(care.patient, { params: { id: patientId } }), enabled: open });
  if (!permits(permissions, care.stopPrescription.access.needs) && !mayPrepare(permissions)) return null;
  return (
    <details className={css["medicines"]} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Medicines</summary>
      {open && (
        <QueryContent query={record} rows={3}>
          {(data) => <CurrentMedicines record={data} />}
        </QueryContent>
      )}
    </details>
  );
}
