import type { care } from "#contract/care/calls.ts";
import { type PreparedDecision, preparedFields } from "#contract/care/prepared.ts";
import { rolesAsked } from "#contract/care/task-kinds.ts";
import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { currentAbsence } from "#server/doctors/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { prescriptionById, prescriptionRenewalById } from "#server/prescriptions/public.ts";
import { colleagues, memberNames } from "#server/staff/public.ts";
import { endTask, newTaskDays, openPreparedOf, openTask, type TaskParty } from "#server/tasks/public.ts";
import { patientOfSubscription } from "#server/treatment/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { loadTask } from "./present-tasks.ts";
import { askerOf, badField, nowOf } from "./tasks.ts";

/** What somebody who may not decide writes for a prescriber to sign. Nothing of it has effect before. */
export const preparedHandlers = {
  prepareDecision: async ({ params, body }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const { decision, refid: refId, fields, revision, words } = body;
    requireFields(decision, fields);
    const { actor } = ctx.clinic;
    const id = await inTransaction(ctx, async (tx) => {
      await lockPatientOrders(tx.db, patientId);
      await requireDecidable[decision]({ ...tx, refuse: ctx.refuse }, { refId, patientId });
      const before = await openPreparedOf(tx.db, refId);
      if (before && before.answered_at === null && before.asker !== actor)
        throw ctx.refuse("conflict", {
          message: `${(await memberNames(tx.db, [before.asker])).get(before.asker) ?? "Your system"} has prepared a decision on this already. It waits for the doctor.`,
        });
      if (before)
        await endTask(tx, before, {
          ...{ outcome: before.answered_at === null ? "dropped" : "answered", note: "It was prepared again.", actor },
        });
      return openTask(tx, {
        ...{ kind: "prepared", patientId, orderId: null, conversationId: null, holds: false },
        ...{ actor, asker: askerOf(ctx, "prepared"), asked: await signerOf(tx, patientId) },
        ...{ words: words ?? "Please read it and sign it.", days: newTaskDays("prepared", null, nowOf(tx)) },
        prepared: { decision, refId, revision, fields },
      });
    });
    return loadTask(ctx, id);
  },
} satisfies Partial<Handlers<typeof care>>;

function requireFields(decision: PreparedDecision, fields: readonly { readonly id: string }[]): void {
  const known: readonly string[] = preparedFields[decision];
  for (const [index, { id }] of fields.entries()) {
    if (!known.includes(id)) throw badField(`fields.${id}`, "This decision has no such field to prepare.");
    if (fields.findIndex((each) => each.id === id) !== index)
      throw badField(`fields.${id}`, "Please send each field once.");
  }
  if (fields.length === 0) throw badField("fields", "Please write what is to be signed.");
}

interface About {
  readonly refId: string;
  readonly patientId: string;
}
type Deciding = TxServices & Refuses<"wrong_state">;

const noSuchDecision = () => badField("refid", "This patient has nothing like this to decide.");

async function requireRenewal(tx: Deciding, { refId, patientId }: About): Promise<void> {
  const renewal = await prescriptionRenewalById(tx.db, refId);
  if (renewal?.patient_id !== patientId) throw noSuchDecision();
  if (renewal.status !== "open") throw tx.refuse("wrong_state", { message: "This renewal doesn’t wait any more." });
}

/** What is decided has to be the patient's, and open. Whether it may be decided so is asked when it's signed, of what is so then. */
const requireDecidable: Readonly<Record<PreparedDecision, (tx: Deciding, about: About) => Promise<void>>> = {
  renewal_approved: requireRenewal,
  renewal_declined: requireRenewal,
  treatment_changed: async (tx, { refId, patientId }) => {
    if ((await patientOfSubscription(tx.db, refId)) !== patientId) throw noSuchDecision();
  },
  directions_changed: async (tx, { refId, patientId }) => {
    const prescription = await prescriptionById(tx.db, refId);
    if (prescription?.patient_id !== patientId) throw noSuchDecision();
    if (prescription.status !== "active")
      throw tx.refuse("wrong_state", { message: "The patient doesn’t use this medicine now." });
  },
  letter: async (tx, { refId, patientId }) => {
    if (refId !== patientId) throw noSuchDecision();
    const latest = await latestCase(tx.db, patientId);
    if (!latest || !caseStates.seen.has(latest.status))
      throw tx.refuse("wrong_state", { message: "A letter can be written once a doctor has accepted this patient." });
  },
};

/** The patient's doctor, where they work in the app and aren't away; else everybody who prescribes. */
async function signerOf(tx: TxServices, patientId: string): Promise<TaskParty> {
  const [role] = rolesAsked("prepared");
  if (role === undefined) throw new Refusal("not_found");
  const latest = await latestCase(tx.db, patientId);
  const doctorId = latest ? treatingDoctor(latest) : null;
  if (doctorId === null || (await currentAbsence(tx, { id: doctorId })) !== null) return { role, memberId: null };
  const people = (await colleagues(tx.db)).filter((each) => each.roles.includes(role));
  return { role, memberId: people.find((each) => each.doctorId === doctorId)?.id ?? null };
}
