import { sql } from "kysely";
import { openSignIns, separateSignIns, type SignIns } from "#server/auth/public.ts";
import { returnDiscounts } from "#server/discounts/public.ts";
import type { MergeRow } from "#server/persons/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { latestMerge, lockBoth } from "./ask-merge.ts";
import { type TwoRecords, undoUntil } from "./merge-obstacle.ts";
import { askAgainAfterUndo } from "./merge-subscriptions.ts";

const reasonOf = sealed("record_merge.undo_reason_sealed");

/** Why a merge was undone, as the practice wrote it. */
export const undoReason = ({ secrets }: Pick<Services, "secrets">, { id, undo_reason_sealed }: MergeRow): string =>
  undo_reason_sealed ? secrets.open<string>(undo_reason_sealed, reasonOf(id)) : "";

/** Why a merge can't be undone now; null: it can, or there is nothing to undo. */
export async function undoObstacle(
  services: Pick<Services, "clock" | "secrets"> & { readonly db: Database },
  merge: MergeRow,
): Promise<string | null> {
  const { db, clock, secrets } = services;
  const { id, surviving_id: survivingId, merged_at: mergedAt, undone_at, keeps, sign_ins_sealed } = merge;
  if (mergedAt === null || undone_at !== null || keeps === null || sign_ins_sealed === null) return null;
  if (undoUntil(mergedAt) <= clock.now()) return "It’s more than 30 days ago.";
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from customer_order where patient_id = ${survivingId} and placed_at >= ${mergedAt})
      or exists (select from ledger_entry e join customer_order o on o.id = e.order_id where o.patient_id = ${survivingId} and e.at >= ${mergedAt})
      as moved`.execute(db);
  // Where the sign-in of the record that goes on stayed, what came since is that record's, and whoever lost an account gets it back.
  if (keeps === "retired" && rows[0]?.moved === true)
    return "Something was ordered or charged since. It can’t be told any more which account it would belong to.";
  const before = openSignIns(secrets, id, sign_ins_sealed);
  return (await signsInAsChosen(db, merge, before[keeps].email))
    ? (await isTaken(db, [before.surviving.email, before.retired.email], survivingId))
      ? "One of the two addresses has an account of its own since."
      : null
    : "The patient’s email was changed since. Change it back first.";
}

const signsInAsChosen = async (db: Database, { surviving_id }: MergeRow, email: string): Promise<boolean> =>
  (await db
    .selectFrom("patient")
    .select("id")
    .where("id", "=", surviving_id)
    .where("email", "=", email)
    .where("closed_at", "is", null)
    .executeTakeFirst()) !== undefined;

const isTaken = async (db: Database, emails: readonly string[], survivingId: string): Promise<boolean> =>
  (await db
    .selectFrom("patient")
    .select("id")
    .where("email", "in", emails)
    .where("id", "<>", survivingId)
    .executeTakeFirst()) !== undefined;

/**
 * Opens the account that was closed again, with its own sign-in and its conversations. Its subscriptions stay canceled. Undoing it once more changes nothing; refuses `wrong_state` with what
 * happened since.
 */
export async function undoMerge(
  services: Services & Refuses<"wrong_state">,
  records: TwoRecords,
  { reason, actor }: { readonly reason: string; readonly actor: string },
): Promise<void> {
  const ended = await inTransaction(services, async (tx) => {
    await lockBoth(tx.db, records);
    const merge = await latestMerge(tx.db, records);
    if (merge && merge.undone_at !== null) return [];
    if (!merge || merge.merged_at === null || merge.keeps === null || merge.sign_ins_sealed === null)
      throw services.refuse("wrong_state", { message: "These records aren’t one account." });
    const obstacle = await undoObstacle(tx, merge);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    const before = openSignIns(tx.secrets, merge.id, merge.sign_ins_sealed);
    const { surviving_id: survivingId, retired_id: retiredId, keeps } = merge;
    const revoked = await separateSignIns(tx, { survivingId, retiredId, keeps }, before);
    await reopenConversations(tx, merge);
    await returnDiscounts(tx.db, retiredId);
    await askAgainAfterUndo(tx, merge);
    await tx.db
      .updateTable("record_merge")
      .set({
        ...{ undone_at: tx.clock.now(), undone_by: actor, sign_ins_sealed: null, dismissed_digest: null },
        undo_reason_sealed: tx.secrets.seal(reason, reasonOf(merge.id)),
      })
      .where("id", "=", merge.id)
      .execute();
    await mailBoth(tx, merge, before);
    return revoked;
  });
  services.revokedSessions.add(ended);
}

/** Those the merge had closed; whoever reopened or closed one since has decided otherwise. */
const reopenConversations = ({ db }: TxServices, { conversation_ids, retired_id, merged_at }: MergeRow) =>
  conversation_ids.length === 0
    ? Promise.resolve([])
    : db
        .updateTable("conversation")
        .set({ closed_at: null })
        .where("id", "in", conversation_ids)
        .where("patient_id", "=", retired_id)
        .where("closed_at", "<=", merged_at)
        .execute();

async function mailBoth(tx: TxServices, merge: MergeRow, before: SignIns): Promise<void> {
  const { db, config, content } = tx;
  for (const side of ["surviving", "retired"] as const) {
    const { firstname } = await db
      .selectFrom("patient")
      .select("firstname")
      .where("id", "=", merge[`${side}_id`])
      .executeTakeFirstOrThrow();
    await queuePatientMail(tx, {
      patientId: merge[`${side}_id`],
      mail: "accounts_separate",
      to: before[side].email,
      values: {
        firstname: greetingName(firstname),
        link: `${config.publicUrl}/login`,
        phone: content.brand.supportphone,
      },
    });
  }
}
