import * as z from "zod/mini";
import { Id, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { LogId, LogKind, newEntry } from "./log-entry.ts";
import { Task } from "./tasks.ts";

/** Ended at once, an entry has its outcome as it's logged. */
const outcome = optionalText(LogId);

/** What people of the practice log: calls, complaints, adverse events, alerts and the like; spread into `care`. Each entry is a task of the kind `log`. */
export const logCalls = {
  logKinds: clinicCall("GET /clinic/log/kind", {
    summary: "The kinds of entries that the caller makes or reads, with the fields and outcomes of each",
    access: { needs: ["read:tasks"] },
    ok: z.object({ items: z.array(LogKind) }),
  }),
  log: clinicCall("GET /clinic/log", {
    summary: "Entries that the caller may read, newest first: of one kind, of all patients or none, only the open ones",
    access: { needs: ["read:tasks"] },
    query: z.extend(PageQuery, { kind: optionalText(LogId), state: optionalText(z.enum(["open"])) }),
    ok: paged(Task),
  }),
  patientLog: clinicCall("GET /clinic/patient/{id}/log", {
    summary:
      "What was logged of a patient that the caller may read, newest first; with state=chart what stands on the chart",
    access: { needs: ["read:tasks"], record: "patient" },
    params: IdParams,
    query: z.extend(PageQuery, { state: optionalText(z.enum(["chart"])) }),
    ok: paged(Task),
  }),
  fdaReport: clinicCall("GET /clinic/task/{id}/fda3500", {
    summary:
      "A logged side effect as a PDF with the fields of Form FDA 3500: initials instead of a name, the medicine with its lot and NDC as it was dispensed. For whoever may read the entry",
    access: { needs: ["read:tasks"], record: "task" },
    params: IdParams,
    ok: "application/pdf",
    errors: ["wrong_state", "unprintable"],
  }),
  addLog: clinicCall("POST /clinic/log", {
    summary: "Log something that is about no patient",
    access: { needs: ["write:tasks"] },
    idempotency: true,
    body: z.strictObject({ ...newEntry, outcome }),
    ok: Task,
    status: 201,
  }),
  addPatientLog: clinicCall("POST /clinic/patient/{id}/log", {
    summary:
      "Log something about a patient, and, if it's named, about an order of theirs. What ends at once needs its outcome, where its kind has any",
    access: { needs: ["write:tasks"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ ...newEntry, outcome, orderid: optionalText(Id) }),
    ok: Task,
    status: 201,
  }),
} as const;
