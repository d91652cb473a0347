import type { PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";

const noteSealContext = sealed("patient_request.note_sealed");

/** `bad_request` for a day that has not come yet. */
export function requireAskedBefore(services: Pick<Services, "content" | "clock">, { on }: PatientAsked): void {
  if (on > clinicToday(services))
    throw new Refusal("bad_request", {
      fields: [{ path: "asked.on", message: "Please enter the day the patient asked, today or earlier." }],
    });
}

interface DoneForPatient {
  readonly patientId: string;
  readonly subscriptionId: string;
  readonly action: PatientRequest["action"];
  readonly asked: PatientAsked;
}

/**
 * Keeps that the patient asked for it, and notifies them that it was done: somebody else may have asked in their name. Joins the transaction of
 * the call, so that nothing is done without it.
 */
export function keepPatientRequest(
  services: Services & { readonly clinic: ClinicCaller },
  { patientId, subscriptionId, action, asked: { channel, on, note } }: DoneForPatient,
): Promise<void> {
  const id = newId();
  return inTransaction(services, async (tx) => {
    await tx.db
      .insertInto("patient_request")
      .values({
        id,
        patient_id: patientId,
        subscription_id: subscriptionId,
        action,
        channel,
        asked_on: on,
        note_sealed: note === undefined ? null : services.secrets.seal(note, noteSealContext(id)),
        actor: services.clinic.actor,
        done_at: services.clock.now(),
      })
      .execute();
    const values = { date: formatDay(on), phone: services.content.brand.supportphone };
    await notifyAndMail(tx, { patientId, template: "done_as_asked", values, dedupeKey: id });
  });
}

/** What the practice did to a patient's subscriptions because the patient asked for it, newest first. */
export async function patientRequestsOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<PatientRequest[]> {
  const rows = await db
    .selectFrom("patient_request")
    .select(["id", "subscription_id", "action", "channel", "asked_on", "note_sealed", "actor", "done_at"])
    .where("patient_id", "=", patientId)
    .orderBy("done_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, subscription_id, action, channel, asked_on, note_sealed, actor, done_at }) => ({
    subscriptionid: subscription_id,
    // Both closed in SQL.
    action: action as PatientRequest["action"],
    channel: channel as PatientRequest["channel"],
    on: asked_on,
    note: note_sealed === null ? null : secrets.open<string>(note_sealed, noteSealContext(id)),
    actor,
    at: done_at.toISOString(),
  }));
}
