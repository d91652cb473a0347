import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { endTask, openAsideOf } from "#server/tasks/public.ts";

type Deps = Pick<Services, "db" | "clock" | "secrets"> & { readonly clinic: ClinicCaller };

/** A decision ends what was put aside of it, in its transaction. */
export const endAside = (ctx: Deps, refId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const open = await openAsideOf(tx.db, refId, ctx.clock.now());
    if (open) await endTask(tx, open, { outcome: "dropped", note: "It was decided.", actor: ctx.clinic.actor });
  });
