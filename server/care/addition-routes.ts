import type { care } from "#contract/care.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { additionById, type AdditionRow } from "./additions.ts";
import { additionsToDecide, presentAddition } from "./addition-list.ts";
import { approveAddition } from "./approve-addition.ts";
import { declineAddition } from "./decline-addition.ts";
import type { ClinicContext } from "./touch.ts";

/** The addition a call is about, its patient named for the audit. */
async function touchAddition(ctx: ClinicContext, id: string): Promise<AdditionRow> {
  const found = await additionById(ctx.db, id);
  if (!found) throw new Refusal("not_found");
  ctx.touches(found.patient_id);
  return found;
}

/** The clinic's calls about what patients in care add to their treatment. */
export const additionHandlers = {
  additions: async ({ query }, ctx) => {
    const page = await additionsToDecide(ctx, query.nextpage);
    for (const { patient } of page.items) ctx.touches(patient.id);
    return page;
  },

  approveAddition: async ({ params, body }, ctx) => {
    await approveAddition(ctx, await touchAddition(ctx, params.id), body ?? {});
    return presentAddition(ctx, await touchAddition(ctx, params.id));
  },

  declineAddition: async ({ params, body }, ctx) => {
    await declineAddition(ctx, await touchAddition(ctx, params.id), body);
    return presentAddition(ctx, await touchAddition(ctx, params.id));
  },
} satisfies Pick<Handlers<typeof care>, "additions" | "approveAddition" | "declineAddition">;
