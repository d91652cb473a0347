import type { MergeSignIn } from "#contract/account/merge.ts";
import {
  type AccountClosingStep,
  dismissedDigest,
  linkDigests,
  mergeSignIns,
  patientById,
  sealSignIns,
  type SignIns,
  unusableHash,
} from "#server/auth/public.ts";
import { carryDiscounts } from "#server/discounts/public.ts";
import type { MergeRow } from "#server/persons/public.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { endQuestion, isOpen, lockBoth } from "./ask-merge.ts";
import { mergeObstacles, type TwoRecords } from "./merge-obstacle.ts";
import { areSame, endingSubscriptions, endSubscriptions, notifyOfCanceled } from "./merge-subscriptions.ts";

/** A link that was mailed to one of the two, and the merge it is about. */
interface Asked {
  readonly merge: MergeRow;
  readonly mailbox: keyof SignIns;
  /** It was used up by the merge, or ended before. */
  readonly ended: boolean;
  readonly until: Date;
}

const otherMailbox = { surviving: "retired", retired: "surviving" } as const;
const recordsOf = ({ surviving_id, retired_id }: MergeRow): TwoRecords => ({
  survivingId: surviving_id,
  retiredId: retired_id,
});

async function askedBy(
  { db, clock, secrets }: Pick<Services, "clock" | "secrets"> & { readonly db: Database },
  code: string,
): Promise<Asked | null> {
  const link = await db
    .selectFrom("single_use_link")
    .select(["patient_id", "ended_at", "expires_at"])
    .where("digest", "in", linkDigests(secrets, code))
    .where("purpose", "=", "record_merge")
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  const id = link?.patient_id;
  if (!link || !id) return null;
  const merge = await db
    .selectFrom("record_merge")
    .selectAll()
    .where((row) => row.or([row("surviving_id", "=", id), row("retired_id", "=", id)]))
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!merge) return null;
  const mailbox = merge.surviving_id === id ? "surviving" : "retired";
  return { merge, mailbox, ended: link.ended_at !== null, until: link.expires_at };
}

/** As it's chosen in this mailbox. */
const signInIn = (mailbox: keyof SignIns, keeps: MergeRow["keeps"]): MergeSignIn | null =>
  keeps === null ? null : keeps === mailbox ? "this" : "other";

/** What a link asks, and what was answered so far. Refuses `link_expired`. */
export async function readMerge(services: Services & Refuses<"link_expired">, code: string) {
  const asked = await askedBy(services, code);
  if (!asked || asked.ended || !isOpen(asked.merge, services.clock.now())) throw services.refuse("link_expired");
  const { merge, mailbox, until } = asked;
  const { email } = await patientById(services, merge[`${mailbox}_id`]);
  return {
    email,
    otherconfirmed: merge[`${otherMailbox[mailbox]}_confirmed_at`] !== null,
    // Of this mailbox's own account alone.
    subscriptionsend: mailbox === "retired" && merge.subscription_ids.length > 0,
    signin: signInIn(mailbox, merge.keeps),
    until: until.toISOString(),
  };
}

/**
 * Agrees for one mailbox and chooses the sign-in; once both have agreed, the newest choice counts and two accounts become one. Repeating it answers the
 * same. Refuses `link_expired`, and `wrong_state` where something has begun in one of the records meanwhile.
 */
export async function confirmMerge(
  services: Services & Refuses<"link_expired" | "wrong_state">,
  { code, signin }: { readonly code: string; readonly signin: MergeSignIn },
  closingSteps: readonly AccountClosingStep[],
): Promise<{ readonly merged: boolean; readonly signin: MergeSignIn }> {
  const known = await askedBy(services, code);
  if (!known) throw services.refuse("link_expired");
  const noPassword = await unusableHash(services);
  const { ended, ...answer } = await inTransaction(services, async (tx) => {
    await lockBoth(tx.db, recordsOf(known.merge));
    const asked = await askedBy(tx, code);
    if (!asked) throw services.refuse("link_expired");
    const { merge, mailbox } = asked;
    const chosen = signInIn(mailbox, merge.keeps);
    if (merge.merged_at !== null && merge.undone_at === null && chosen !== null)
      return { merged: true, signin: chosen, ended: [] };
    if (asked.ended || !isOpen(merge, tx.clock.now())) throw services.refuse("link_expired");
    const keeps = signin === "this" ? mailbox : otherMailbox[mailbox];
    const agreed = await tx.db
      .updateTable("record_merge")
      .set((row) => ({
        keeps,
        [`${mailbox}_confirmed_at`]: row.fn.coalesce(`${mailbox}_confirmed_at`, row.val(tx.clock.now())),
      }))
      .where("id", "=", merge.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (agreed.surviving_confirmed_at === null || agreed.retired_confirmed_at === null)
      return { merged: false, signin, ended: [] };
    if (!(await isAsAsked(tx, merge)))
      throw services.refuse("wrong_state", {
        message: sentence("auth.merge_not_now", { phone: services.content.brand.supportphone }),
      });
    const ended = await makeOneAccount(
      { ...tx, refuse: services.refuse },
      { merge: agreed, keeps, noPassword },
      closingSteps,
    );
    return { merged: true, signin, ended };
  });
  services.revokedSessions.add(ended);
  return answer;
}

/** Nothing is in the way, and what would be canceled is what the practice and the patient have read. */
async function isAsAsked(tx: TxServices, merge: MergeRow): Promise<boolean> {
  const records = recordsOf(merge);
  if ((await mergeObstacles(tx, records, merge.id)).length > 0) return false;
  const ending = await endingSubscriptions(tx, records);
  return areSame(
    ending.map((each) => each.id),
    merge.subscription_ids,
  );
}

/** Closes the retired account within a transaction that holds both; returns the sessions that ended. */
async function makeOneAccount(
  tx: TxServices & Refuses<"wrong_state">,
  { merge, keeps, noPassword }: { merge: MergeRow; keeps: keyof SignIns; noPassword: string },
  closingSteps: readonly AccountClosingStep[],
): Promise<readonly string[]> {
  const { db, clock, secrets } = tx;
  const { id, surviving_id: survivingId, retired_id: retiredId } = merge;
  const conversations = await db
    .selectFrom("conversation")
    .select("id")
    .where("patient_id", "=", retiredId)
    .where("closed_at", "is", null)
    .execute();
  const rest = await endSubscriptions(tx, merge);
  for (const step of closingSteps) await step(tx, retiredId);
  await carryDiscounts(db, { survivingId, retiredId });
  const { before, ended } = await mergeSignIns(tx, { survivingId, retiredId, keeps }, noPassword);
  const dismissed = before[otherMailbox[keeps]];
  await db
    .updateTable("record_merge")
    .set({
      merged_at: clock.now(),
      sign_ins_sealed: sealSignIns(secrets, id, before),
      dismissed_digest: dismissedDigest(secrets, dismissed.email),
      conversation_ids: conversations.map((conversation) => conversation.id),
    })
    .where("id", "=", id)
    .execute();
  await notifyOfCanceled(tx, merge, rest);
  await mailResult(tx, survivingId, { kept: before[keeps].email, dismissed: dismissed.email });
  // Whoever agreed had no session: the rows say which account's mailbox it was.
  for (const patientId of [survivingId, retiredId])
    await createAudit(db, clock).record({
      ...{ actor: `patient:${survivingId}`, patientId, call: "account.confirmMerge" },
      ...{ status: 200, code: null, requestId: newId() },
    });
  return ended;
}

async function mailResult(
  tx: TxServices,
  survivingId: string,
  { kept, dismissed }: { readonly kept: string; readonly dismissed: string },
): Promise<void> {
  const { firstname } = await patientById(tx, survivingId);
  const values = {
    firstname: greetingName(firstname),
    link: `${tx.config.publicUrl}/login`,
    phone: tx.content.brand.supportphone,
  };
  await queuePatientMail(tx, { patientId: survivingId, mail: "accounts_merged", to: kept, values });
  await queuePatientMail(tx, { patientId: survivingId, mail: "use_other_email", to: dismissed, values });
}

/** Ends the question for whoever reads one of the mailboxes and says that the accounts aren't one person's. A repeat changes nothing. Refuses `link_expired`. */
export async function declineMerge(services: Services & Refuses<"link_expired">, code: string): Promise<void> {
  const known = await askedBy(services, code);
  if (!known) throw services.refuse("link_expired");
  await inTransaction(services, async (tx) => {
    await lockBoth(tx.db, recordsOf(known.merge));
    const asked = await askedBy(tx, code);
    if (!asked) throw services.refuse("link_expired");
    const by = `patient:${asked.merge[`${asked.mailbox}_id`]}`;
    if (asked.merge.withdrawn_by === by) return;
    if (asked.ended || !isOpen(asked.merge, tx.clock.now())) throw services.refuse("link_expired");
    await endQuestion(tx, asked.merge, by);
  });
}
