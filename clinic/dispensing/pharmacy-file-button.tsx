import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { session } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { pharmacyCsv } from "./pharmacy-file.ts";

/** Saves the orders as a file for the pharmacy. All of it or nothing: a file that lacks a prescription would be packed wrongly. */
export function PharmacyFileButton({ orders, of }: { orders: readonly OrderItem[]; of: number }) {
  const [read, setRead] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const patients = [...new Set(orders.map(({ patient }) => patient.id))];
  async function save() {
    setProblem("");
    if (!(await session.ensureFresh())) return;
    setRead(0);
    try {
      const prescriptions = new Map<string, NonNullable<PatientRecord["prescriptions"]>>();
      for (const id of patients) {
        prescriptions.set(id, (await call(care.patient, { params: { id } })).prescriptions ?? []);
        setRead(prescriptions.size);
      }
      saveFile(
        new Blob(["\ufeff", pharmacyCsv(orders, prescriptions)], { type: "text/csv;charset=utf-8" }),
        "to-send.csv",
      );
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setRead(null);
    }
  }
  return (
    <>
      {problem && <Alert tone="warning">{problem}</Alert>}
      <Button
        variant="secondary"
        disabled={orders.length === 0}
        busy={read !== null}
        busyLabel={`${read ?? 0} of ${patients.length}`}
        onClick={() => void save()}
      >
        {of > 0 ? `File for the pharmacy (${of})` : "File for the pharmacy"}
      </Button>
    </>
  );
}
