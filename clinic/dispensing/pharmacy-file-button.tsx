import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { session } from "#clinic/session/current.ts";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { pharmacyCsv } from "./pharmacy-file.ts";

/** Saves the orders as a file for the pharmacy. All of it or nothing: a file that lacks a prescription would be packed wrongly. */
export function PharmacyFileButton({ orders, of }: { orders: readonly OrderItem[]; of: number }) {
  const [read, setRead] = useState(0);
  const { send, sending, message } = useAct();
  const patients = [...new Set(orders.map(({ patient }) => patient.id))];
  async function save() {
    if (!(await session.ensureFresh())) return;
    setRead(0);
    await send(patients, async () => {
      const prescriptions = new Map<string, NonNullable<PatientRecord["prescriptions"]>>();
      for (const id of patients) {
        prescriptions.set(id, (await call(care.patient, { params: { id } })).prescriptions ?? []);
        setRead(prescriptions.size);
      }
      saveCsv(pharmacyCsv(orders, prescriptions), "to-send.csv");
    });
  }
  return (
    <>
      {message && <Alert tone="warning">{message}</Alert>}
      <Button
        variant="secondary"
        disabled={orders.length === 0}
        busy={sending}
        busyLabel={`${read} of ${patients.length}`}
        onClick={() => void save()}
      >
        {of > 0 ? `File for the pharmacy (${of})` : "File for the pharmacy"}
      </Button>
    </>
  );
}
