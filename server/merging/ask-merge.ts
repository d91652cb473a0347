import { mergeDays } from "#contract/care/merges.ts";
import { endLinks, issueLink, lockOpenAccount, patientById } from "#server/auth/public.ts";
import { lockConversations } from "#server/messages/public.ts";
import { type MergeRow, pairById } from "#server/persons/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { dayMs, mergeObstacles, type TwoRecords } from "./merge-obstacle.ts";
import { answerColumns, type Answers, areAnswered, areSame, endingSubscriptions } from "./merge-subscriptions.ts";

/*
 * The practice asks whether two records may become one account, and both addresses get a link of their own. Nothing changes before both mailboxes have
 * agreed, so whoever reads one of them only can do nothing to the other account, and learns nothing of it.
 */

/** The records of a pair, the one whose account goes on first; `not_found` for an unknown pair or another record. */
export async function recordsOfPair(
  db: Database,
  pairId: string,
  survivingId: string | null = null,
): Promise<TwoRecords> {
  const pair = await pairById(db, pairId);
  if (!pair) throw new Refusal("not_found");
  const { earlier_id: earlier, later_id: later } = pair;
  if (survivingId !== null && survivingId !== earlier && survivingId !== later)
    throw new Refusal("bad_request", {
      fields: [{ path: "survivingid", message: "Please choose one of the two records." }],
    });
  return survivingId === later
    ? { survivingId: later, retiredId: earlier }
    : { survivingId: earlier, retiredId: later };
}

/** The merge of these two that was asked for last. */
export const latestMerge = (db: Database, { survivingId, retiredId }: TwoRecords): Promise<MergeRow | undefined> =>
  db
    .selectFrom("record_merge")
    .selectAll()
    .where("surviving_id", "in", [survivingId, retiredId])
    .where("retired_id", "in", [survivingId, retiredId])
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Whether its links can be answered. */
export const isOpen = ({ merged_at, withdrawn_at, open_until }: MergeRow, now: Date): boolean =>
  merged_at === null && withdrawn_at === null && open_until > now;

/**
 * Waits for whatever is ordered, charged, decided or written in either record, always in one order, and for changes of either account: what isn't answered
 * yet is seen before a conversation is closed.
 */
export async function lockBoth(tx: Tx, { survivingId, retiredId }: TwoRecords): Promise<void> {
  const ids = [survivingId, retiredId].toSorted();
  for (const id of ids) await lockPatientOrders(tx, id);
  for (const id of ids) await lockConversations(tx, id);
  for (const id of ids) await lockOpenAccount(tx, id);
}

/**
 * Asks at both addresses, with what goes on of each subscription that ends by it. The same once more changes nothing; refuses `wrong_state` with what has to end
 * first, and where the subscriptions aren't those that were answered.
 */
export function askMerge(
  services: Services & Refuses<"wrong_state">,
  records: TwoRecords,
  { answers, actor }: { readonly answers: Answers; readonly actor: string },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockBoth(tx.db, records);
    const now = tx.clock.now();
    const before = await latestMerge(tx.db, records);
    const columns = answerColumns(answers);
    const isSame =
      before?.surviving_id === records.survivingId &&
      areSame(before.subscription_ids, columns.subscription_ids) &&
      areSame(before.continued_ids, columns.continued_ids);
    if (before && isOpen(before, now) && isSame) return;
    const obstacles = await mergeObstacles(tx, records);
    if (obstacles.length > 0) throw services.refuse("wrong_state", { message: obstacles.join(" ") });
    if (!areAnswered(await endingSubscriptions(tx, records), answers))
      throw services.refuse("wrong_state", {
        message:
          "Say of each subscription in the account that would close what goes on. They may have changed: look again.",
      });
    const openUntil = new Date(now.getTime() + mergeDays.open * dayMs);
    await tx.db
      .insertInto("record_merge")
      .values({
        ...{ id: newId(), surviving_id: records.survivingId, retired_id: records.retiredId },
        ...{ asked_at: now, asked_by: actor, open_until: openUntil },
        ...columns,
      })
      .execute();
    for (const id of [records.survivingId, records.retiredId]) await mailQuestion(tx, id);
  });
}

async function mailQuestion(tx: TxServices, patientId: string): Promise<void> {
  const { config, content } = tx;
  await endLinks(tx, ["record_merge"], patientId);
  const { email, firstname } = await patientById(tx, patientId);
  const { secret, expiresAt } = await issueLink(tx, "record_merge", patientId, (mergeDays.open * dayMs) / 1000);
  await queuePatientMail(tx, {
    patientId,
    mail: "merge_asked",
    to: email,
    values: {
      firstname: greetingName(firstname),
      link: `${new URL("/one-account", config.publicUrl).href}#${secret}`,
      days: String(mergeDays.open),
      phone: content.brand.supportphone,
    },
    until: expiresAt,
  });
}

/** Withdraws the question for the practice. What is withdrawn stays so; refuses `wrong_state` where there is nothing to withdraw. */
export function withdrawMerge(
  services: Services & Refuses<"wrong_state">,
  records: TwoRecords,
  actor: string,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockBoth(tx.db, records);
    const merge = await latestMerge(tx.db, records);
    if (merge && merge.withdrawn_at !== null) return;
    if (!merge || !isOpen(merge, tx.clock.now()))
      throw services.refuse("wrong_state", {
        message: merge?.merged_at ? "The records are one account already." : "The patient isn’t being asked.",
      });
    await endQuestion(tx, merge, actor);
  });
}

/** Ends the question and both of its links. */
export async function endQuestion(tx: TxServices, merge: MergeRow, by: string): Promise<void> {
  await tx.db
    .updateTable("record_merge")
    .set({ withdrawn_at: tx.clock.now(), withdrawn_by: by })
    .where("id", "=", merge.id)
    .execute();
  for (const id of [merge.surviving_id, merge.retired_id]) await endLinks(tx, ["record_merge"], id);
}
