import type { PreparedDecision } from "#contract/care/prepared.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { endTask, lockTask, openPreparedOf, type TaskRow } from "#server/tasks/public.ts";

type Deps = Services & { readonly clinic: ClinicCaller } & Refuses<"wrong_state">;

/**
 * Called by whoever decides, in the decision's transaction: ends the prepared decision that it signs, and gives who prepared it, as their name stands in the
 * record; null where nobody else did. `wrong_state` where it was signed, given back or withdrawn meanwhile. A renewal that is decided without what was
 * prepared of it leaves nothing to sign.
 */
export function signPrepared(
  ctx: Deps,
  signed: { readonly preparedId: string | undefined; readonly decision: PreparedDecision; readonly refId: string },
): Promise<string | null> {
  const { preparedId, decision, refId } = signed;
  const { actor } = ctx.clinic;
  return inTransaction(ctx, async (tx) => {
    if (preparedId === undefined) {
      const open = decision.startsWith("renewal") ? await openPreparedOf(tx.db, refId) : undefined;
      if (open) await endTask(tx, open, { outcome: "dropped", note: "It was decided without it.", actor });
      return null;
    }
    const row = await lockTask(tx.db, preparedId);
    if (!row || row.prepared !== decision || row.prepared_ref !== refId)
      throw new Refusal("bad_request", {
        fields: [{ path: "preparedid", message: "Nothing like this was prepared under this id." }],
      });
    if (row.ended_at !== null || row.answered_at !== null)
      throw ctx.refuse("wrong_state", {
        message: "What was prepared has been signed, given back or withdrawn meanwhile. Please look at it again.",
      });
    await endTask(tx, row, { outcome: "signed", note: undefined, actor });
    return row.asker === actor ? null : preparerOf(tx, row);
  });
}

/** Who prepared it, with what they are. */
async function preparerOf({ db, content }: Pick<Services, "db" | "content">, row: TaskRow): Promise<string> {
  const name = (await memberNames(db, [row.asker])).get(row.asker);
  if (name === undefined) return toText(content, sentence("visitnotes.by_system"));
  return row.asker_role === "nurse" ? `${name}, nurse` : name;
}
