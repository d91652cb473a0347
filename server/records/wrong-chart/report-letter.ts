import { letterCalls } from "#contract/care/letters.ts";
import type { documents } from "#contract/documents/calls.ts";
import { hideLetter, lockLetter } from "#server/care/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { askPractice } from "./reports.ts";

/** A patient's “this isn't mine” about a medical letter. */
export const reportLetterHandlers = {
  reportLetter: ({ params: { id: letterId } }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      const letter = await lockLetter(tx, { patientId, letterId });
      if (letter.misfiled !== null) return { id: letterId, misfiled: letter.misfiled };
      await hideLetter(tx, letter);
      await askPractice(tx, {
        ...{ patientId, conversationId: null, about: { letterId }, needs: letterCalls.withdrawLetter.access.needs },
        words: tx.content.messages.misfiled.lettertask,
      });
      return { id: letterId, misfiled: "reported" };
    }),
} satisfies Pick<Handlers<typeof documents>, "reportLetter">;
