import { Refusal, type ClinicClient, type ClinicEvent, type PatientRecord } from "@calendula/clinic-client";

/** What people of the practice decide. All else follows from the log. */
export interface Practice {
  readonly checkIdentity: (patientId: string) => Promise<"matched" | "no_match">;
  readonly decidePlan: (record: PatientRecord) => Promise<{ note: string; declined?: Record<string, string> }>;
  readonly pack: (orderId: string) => Promise<{ carrier: string; trackingnumber: string }>;
  readonly answer: (conversationId: string) => Promise<string>;
  readonly readFollowup: (followupId: string) => Promise<{ note: string }>;
  /** A clinician calls the patient; `outcome`: how the emergency ended, null while it goes on. */
  readonly call: (emergencyId: string) => Promise<{ outcome: string | null }>;
}

/** With `emergency_open` the work stays in its list, for a person to decide who has seen the emergency. */
export const handledOtherwise: readonly string[] = [
  "wrong_state",
  "conflict",
  "idempotency_mismatch",
  "prescription_needed",
  "waits_for_clinician",
  "emergency_open",
];

/** Handles what has happened since the event `after`. Keep the id it returns, and run it again every few seconds with that. */
export async function followEvents(
  clinic: ClinicClient,
  practice: Practice,
  after?: string,
): Promise<string | undefined> {
  let last = after;
  for await (const event of clinic.items("events", { query: after === undefined ? {} : { after } })) {
    try {
      await handle(clinic, practice, event);
    } catch (error) {
      // Somebody was faster, it was handled before, or it may not be sent any more. Anything else stops here, and the event is handled again.
      if (!(error instanceof Refusal && handledOtherwise.includes(error.code))) throw error;
    }
    last = event.id;
  }
  return last;
}

/** The event's id is the key: handled twice, it happens once. */
async function handle(clinic: ClinicClient, practice: Practice, { id: key, type, patientid, object }: ClinicEvent) {
  const params = { id: object.id };
  switch (type) {
    case "identity.review":
      return clinic.decideIdentity({ params, body: { outcome: await practice.checkIdentity(object.id) } });
    case "visit.submitted": {
      if (patientid === null) return;
      const patient = { params: { id: patientid } };
      await clinic.accept(patient);
      const record = await clinic.patient(patient);
      const decision = await practice.decidePlan(record);
      return clinic.approvePlan({ ...patient, body: { ...decision, revision: record.revision } }, { key });
    }
    case "order.paid":
      return clinic.shipOrder({ params, body: await practice.pack(object.id) });
    case "message.received":
      return clinic.sendMessage({ params, body: { message: await practice.answer(object.id) } }, { key });
    case "followup.completed":
      return clinic.closeFollowup({ params, body: await practice.readFollowup(object.id) }, { key });
    case "message.emergency":
    case "followup.emergency": {
      await clinic.acknowledgeEmergency({ params });
      const { outcome } = await practice.call(object.id);
      return outcome === null ? undefined : clinic.closeEmergency({ params, body: { outcome } });
    }
  }
}
