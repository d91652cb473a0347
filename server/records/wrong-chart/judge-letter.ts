import type { care } from "#contract/care/calls.ts";
import {
  holdNotice,
  issueLetter,
  letterForPractice,
  lockLetter,
  requirePatient,
  showLetterAgain,
  withdrawLetter,
  writeToPatient,
} from "#server/care/public.ts";
import { requireText } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { endReport } from "./reports.ts";
import { badPatient, requireRightPatient } from "./right-patient.ts";

/** What a prescriber does about a letter that was meant for another patient, or that a patient says was. */
export const judgeLetterHandlers = {
  withdrawLetter: async ({ params: { id, letterid: letterId }, body: { forpatientid: rightId } }, ctx) => {
    const patientId = await requirePatient(ctx, id);
    if (rightId !== undefined) await requireRightPatient(ctx, rightId, patientId);
    return inTransaction(ctx, async (tx) => {
      await holdNotice(tx, { patientId, letterId });
      const letter = await lockLetter(tx, { patientId, letterId });
      if (letter.misfiled === "withdrawn") throw ctx.refuse("conflict", { message: takenBack });
      if (letter.purpose === "end_of_care" && rightId !== undefined)
        throw badPatient("Care isn’t ended by this. Please withdraw the letter, then give notice in their record.");
      // The same doctor signs, and so has to be licensed where the right patient lives.
      const { text, doctor } = letter;
      const moved =
        rightId === undefined ? null : await issueLetter({ ...ctx, ...tx }, rightId, { text, doctorid: doctor.id });
      await withdrawLetter(tx, letter, { actor: ctx.clinic.actor, movedToId: moved?.id ?? null });
      await endReport(
        tx,
        { letterId },
        { actor: ctx.clinic.actor, note: "Withdrawn: it was meant for another patient." },
      );
      return letterForPractice(tx, letterId);
    });
  },

  keepLetter: async ({ params: { id, letterid: letterId }, body: { message: text } }, ctx) => {
    requireText(ctx.content, text);
    const patientId = await requirePatient(ctx, id);
    return inTransaction(ctx, async (tx) => {
      const letter = await lockLetter(tx, { patientId, letterId });
      if (letter.misfiled === "withdrawn") throw ctx.refuse("conflict", { message: takenBack });
      if (letter.misfiled === null)
        throw ctx.refuse("conflict", { message: "The patient can download this letter. Nothing is open about it." });
      await showLetterAgain(tx, letter);
      // It answers what the patient reported, and none of their questions.
      await writeToPatient(
        { ...ctx, ...tx },
        { kind: "doctor", patient_id: patientId },
        { text, by: ctx.clinic, answersSeq: 0 },
      );
      await endReport(tx, { letterId }, { actor: ctx.clinic.actor, note: "It’s the patient’s." });
      return letterForPractice(tx, letterId);
    });
  },
} satisfies Partial<Handlers<typeof care>>;

const takenBack = "Somebody else has withdrawn this letter already.";
