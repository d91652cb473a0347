import type { PatientRecord, PatientSummary, RecordFlag } from "#contract/care/patients.ts";
import { staffId } from "./staff.ts";

export const patient = (number: number, change: Partial<PatientSummary> = {}): PatientSummary => ({
  id: staffId(100 + number),
  firstname: "Maria",
  lastname: `Patient ${number}`,
  email: `maria${number}@example.com`,
  emailrefusedsince: null,
  birthday: "1970-03-09",
  state: "OH",
  onboardingstatus: "DONE",
  identitystatus: "matched",
  planstatus: "in_review",
  carestatus: "incoming",
  doctor: null,
  since: "2026-11-01T12:00:00Z",
  emergencysince: null,
  death: null,
  ...change,
});

/** A record as somebody sees it who may see nothing but who the patient is. */
export const bareRecord = (change: Partial<PatientRecord> = {}): PatientRecord => ({
  ...patient(1),
  revision: "r1",
  mergedinto: null,
  mergedfrom: [],
  helpers: [],
  contactrevision: "c1",
  phoneno: null,
  voicemail: true,
  restrictions: { any: false, insurer: false },
  decisionobstacle: null,
  pharmacy: null,
  shippingaddress: null,
  ...change,
});

/** What a rule raised about the visit as a whole. */
export const flag = (change: Partial<RecordFlag> = {}): RecordFlag => ({
  ruleid: "r",
  level: "clinician",
  text: "Look at this.",
  questionids: [],
  productids: null,
  current: true,
  ...change,
});
