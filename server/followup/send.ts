import { transact } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { careStanding } from "#server/care/public.ts";
import { writeToPatient } from "#server/messages/public.ts";
import { askedNow, sealAsked } from "./asked.ts";
import { findCode } from "./codes.ts";
import { insertReview, lockReviews, openReview, type ReviewRow } from "./queries.ts";

/**
 * Sends her a treatment review, with the message that opens it; `code` is a follow-up code or null. One that is open is answered as it is.
 * Refuses `coupon_not_found` for an unknown code, `wrong_state` without an approved plan or into a conversation the practice closed.
 */
export const sendReview = (parts: Services, patientId: string, code: string | null): Promise<ReviewRow> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const found = code === null ? null : await findCode(tx, code);
    if (found === undefined) throw new Refusal("coupon_not_found");
    await lockReviews(tx, patientId);
    const standing = await careStanding(inTx, patientId);
    if (standing?.status !== "approved")
      throw new Refusal("wrong_state", { message: "She has no approved plan to be asked about." });
    const open = await openReview(tx, patientId);
    if (open) return open;
    const id = newId();
    const asked = sealAsked(parts.secrets, id, await askedNow(inTx, patientId));
    const row = await insertReview(tx, { id, patientId, code: found?.code ?? null, asked, now: parts.clock.now() });
    await ask(inTx, row);
    return row;
  });

/** The message does not answer what she asked before: that goes on waiting. */
async function ask(parts: TxServices, { id, patient_id: patientId }: ReviewRow): Promise<void> {
  const { firstname } = await patientById(parts, patientId);
  await writeToPatient(
    parts,
    { kind: "doctor", patient_id: patientId },
    {
      text: parts.content.followup.message.replaceAll("{{firstname}}", () => greetingName(firstname)),
      type: "prescription_followup",
      clientId: `followup-${id}`,
      followupId: id,
      needsReply: true,
      answersSeq: 0,
    },
  );
}
