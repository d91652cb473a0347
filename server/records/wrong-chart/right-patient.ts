import { readsAboutHealth } from "#contract/http/record.ts";
import { permits } from "#contract/policy/policy.ts";
import type { AuditGround } from "#contract/staff/record-access.ts";
import { requirePatient } from "#server/care/public.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { recordAccessOf } from "../record-access.ts";

/** A call of the practice that names a second patient. */
export type RightPatientContext = Services & {
  readonly clinic: ClinicCaller;
  readonly auditPatient: (patientId: string, access?: { readonly ground: AuditGround; readonly id: string }) => void;
};

/** Why something can't be entered for a patient, at its field. */
export const badPatient = (message: string): Refusal =>
  new Refusal("bad_request", { message, fields: [{ path: "forpatientid", message }] });

/** Whom something was meant for: another patient than the one it was entered for, whose record is open to the caller. */
export async function requireRightPatient(ctx: RightPatientContext, rightId: string, wrongId: string): Promise<void> {
  if (rightId === wrongId) throw badPatient("This is the patient it was entered for. Please choose the right one.");
  await requirePatient(ctx, rightId);
  const { member, permissions } = ctx.clinic;
  if (!member || !permits(permissions, readsAboutHealth)) return;
  const access = await recordAccessOf(ctx)({ ...member, permissions }, { key: "patient", id: rightId });
  if (access === null || access.id === null)
    // Once they have said why, the same request is sent again.
    throw new Refusal("reason_required", { details: { patientid: rightId }, transient: true });
  ctx.auditPatient(rightId, { ground: access.ground, id: access.id });
}
