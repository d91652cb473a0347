import type { ContactField, PatientAsked, PatientRequest } from "#contract/care/subscriptions.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { ClinicContext } from "../chart/patient-summary.ts";

const noteSealContext = sealed("patient_request.note_sealed");
const changesSealContext = sealed("patient_request.changes_sealed");

/** `bad_request` for a day that has not come yet. */
export function requireAskedBefore(services: Pick<Services, "content" | "clock">, { on }: PatientAsked): void {
  if (on > clinicToday(services))
    throw new Refusal("bad_request", {
      fields: [{ path: "asked.on", message: "Please enter the day the patient asked, today or earlier." }],
    });
}

/** `bad_request` where nobody noted how it was shown that it's this patient. A message comes from somebody who signed in. */
export function requireProof({ channel, callerproved }: PatientAsked): void {
  if (callerproved === undefined && channel !== "message")
    throw new Refusal("bad_request", {
      fields: [{ path: "asked.callerproved", message: "Please choose how it was shown that it’s this patient." }],
    });
}

/** As `requireProof`, where a letter will do: it's signed, and nobody is there to ask for more. */
export function requireProofOrLetter(asked: PatientAsked): void {
  if (asked.channel !== "letter") requireProof(asked);
}

/** What is done because the patient asks for it, and is about no subscription. */
type PlainAction = Extract<PatientRequest["action"], "recovery_link" | "charge">;
/** What is done to a subscription because the patient asks for it. */
export type SubscriptionAction = Exclude<PatientRequest["action"], "contact" | PlainAction>;

/** A field of the contact data that was changed, and what it was before. */
export interface ContactChange {
  readonly field: ContactField;
  readonly before: string | null;
}

interface SubscriptionDone {
  readonly patientId: string;
  readonly asked: PatientAsked;
  readonly action: SubscriptionAction;
  readonly subscriptionId: string;
}
interface ContactDone {
  readonly patientId: string;
  readonly asked: PatientAsked;
  readonly action: "contact";
  readonly changes: readonly ContactChange[];
}
interface PlainDone {
  readonly patientId: string;
  readonly asked: PatientAsked;
  readonly action: PlainAction;
  /** The row's own, where what was asked may be done again by the same request. */
  readonly id?: string;
}
type DoneForPatient = SubscriptionDone | ContactDone | PlainDone;

type ClinicCall = Pick<ClinicContext, "auditPatient"> & { readonly clinic: ClinicCaller };

/** Keeps that the patient asked for what was done, and how, which is the reason in the audit. Returns the row's id. */
export async function insertPatientRequest(services: TxServices & ClinicCall, done: DoneForPatient): Promise<string> {
  const { patientId, action, asked } = done;
  const id = ("id" in done ? done.id : undefined) ?? newId();
  const changes = done.action === "contact" ? done.changes : null;
  await services.db
    .insertInto("patient_request")
    .values({
      id,
      patient_id: patientId,
      subscription_id: "subscriptionId" in done ? done.subscriptionId : null,
      action,
      channel: asked.channel,
      asked_on: asked.on,
      caller_proved: asked.callerproved ?? null,
      note_sealed: asked.note === undefined ? null : services.secrets.seal(asked.note, noteSealContext(id)),
      changes_sealed: changes && services.secrets.seal(changes, changesSealContext(id)),
      actor: services.clinic.actor,
      done_at: services.clock.now(),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  services.auditPatient(patientId, { ground: `asked_${asked.channel}`, id });
  return id;
}

/**
 * Keeps that the patient asked for a change of a subscription, and notifies them that it was done: somebody else may have asked in their name. Joins the
 * transaction of the call, so that nothing is done without it.
 */
export const keepPatientRequest = (services: Services & ClinicCall, done: SubscriptionDone): Promise<void> =>
  inTransaction(services, async (tx) => {
    const id = await insertPatientRequest(tx, done);
    const values = { date: formatDay(done.asked.on), phone: services.content.brand.supportphone };
    await notifyAndMail(tx, { patientId: done.patientId, template: "done_as_asked", values, dedupeKey: id });
  });

/** What the practice did because the patient asked for it, newest first. */
export async function patientRequestsOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<PatientRequest[]> {
  const rows = await db
    .selectFrom("patient_request")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("done_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(
    ({
      id,
      subscription_id,
      action,
      channel,
      asked_on,
      caller_proved,
      note_sealed,
      changes_sealed,
      actor,
      done_at,
    }) => ({
      subscriptionid: subscription_id,
      // Both closed in SQL.
      action: action,
      channel: channel,
      on: asked_on,
      callerproved: caller_proved,
      note: note_sealed === null ? null : secrets.open<string>(note_sealed, noteSealContext(id)),
      changes: changes_sealed === null ? [] : secrets.open<ContactChange[]>(changes_sealed, changesSealContext(id)),
      actor,
      at: done_at.toISOString(),
    }),
  );
}
