import { sql } from "kysely";
import type * as z from "zod/mini";
import type { EndingSubscription, GoesOn, RecordMerge } from "#contract/care/merges.ts";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { productById } from "#server/catalogue/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import type { MergeRow } from "#server/persons/public.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { emptyOn, loadApprovedBoxes } from "#server/prescriptions/public.ts";
import { endTask, newTaskDays, openTask, tasksOfSystem } from "#server/tasks/public.ts";
import { bringSameMedicine, cancelSubscriptions } from "#server/treatment/public.ts";
import type { TwoRecords } from "./merge-obstacle.ts";

/*
 * A subscription isn't moved to another account: its card, address, prescription and consent are those of the account it is in. The merge cancels those of the
 * account that closes, so nothing of them is charged any more, and what runs in the other one goes on. Whatever the patient would be without by that is a task
 * for the prescribers. Undoing a merge starts none of them again: only the patient agrees to a charge.
 */

type Deps = Pick<Services, "content"> & { readonly db: Database };

/** A subscription that a merge ends, and what the other account has of the same medicine. */
export interface Ending {
  readonly id: string;
  readonly productId: string;
  readonly status: z.output<typeof SubscriptionStatus>;
  /** Its next order comes by itself: it's neither paused nor past due, and no doctor holds it back or discontinued it. */
  readonly runs: boolean;
  readonly surviving: Omit<Ending, "surviving"> | null;
}

/** What was said of each subscription. */
export type Answers = readonly { readonly subscriptionid: string; readonly goeson: GoesOn }[];

/** The subscriptions of the account that would close, oldest first. One that hasn't begun is in the way of a merge. */
export async function endingSubscriptions(
  { db, content }: Deps,
  { survivingId, retiredId }: TwoRecords,
): Promise<Ending[]> {
  const rows = await db
    .selectFrom("subscription")
    .select(["id", "patient_id", "product_id", "status"])
    .select(
      sql<boolean>`status = 'active' and discontinued_on is null and not exists (
        select from prescription_order o where o.subscription_id = subscription.id and o.status = 'scheduled' and o.held_back_from is not null)`.as(
        "runs",
      ),
    )
    .where("patient_id", "in", [survivingId, retiredId])
    .where("status", "in", subscriptionStates.notCancelled.list)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const own = rows.filter(({ patient_id }) => patient_id === survivingId);
  return rows
    .filter(({ patient_id, status }) => patient_id === retiredId && status !== "pending")
    .map((row) => {
      const same = own.filter((other) => bringSameMedicine(content, other, row));
      const other = same.find(({ runs }) => runs) ?? same[0];
      return { ...ofRow(row), surviving: other ? ofRow(other) : null };
    });
}

const ofRow = ({
  id,
  product_id: productId,
  status,
  runs,
}: Pick<Ending, "id" | "status" | "runs"> & { readonly product_id: string }) => ({ id, productId, status, runs });

/** Whether each was answered, and nothing else, and none goes on where there is none. */
export const areAnswered = (ending: readonly Ending[], answers: Answers): boolean =>
  answers.length === ending.length &&
  ending.every(({ id, surviving }) => {
    const answer = answers.find(({ subscriptionid }) => subscriptionid === id);
    return answer !== undefined && (answer.goeson === "retired" || surviving !== null);
  });

/** The columns of a merge that say it. */
export const answerColumns = (answers: Answers) => ({
  subscription_ids: answers.map(({ subscriptionid }) => subscriptionid),
  continued_ids: answers.filter(({ goeson }) => goeson === "retired").map(({ subscriptionid }) => subscriptionid),
});

/** Whether two lists name the same ones. */
export const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** A doctor has to look: this doesn't come by itself in the account that is kept, not in the dose that is at home, or not as the patient wants it. */
const needsPrescriber = ({ productId, surviving }: Ending, isContinued: boolean): boolean =>
  isContinued || surviving?.runs !== true || surviving.productId !== productId;

/** What the patient reads once both are one account; null: nothing was canceled. */
type Rest = "auth.merge_rest_team" | "auth.merge_rest_goes_on" | null;

/** Cancels the subscriptions of the account that closes, and asks the prescribers for what the patient would be without. */
export async function endSubscriptions(
  tx: TxServices & Refuses<"wrong_state">,
  { surviving_id: survivingId, retired_id: retiredId, subscription_ids, continued_ids }: MergeRow,
): Promise<Rest> {
  if (subscription_ids.length === 0) return null;
  const ending = await endingSubscriptions(tx, { survivingId, retiredId });
  await cancelSubscriptions(tx, { patientId: retiredId, quietly: true });
  const missing = ending.filter((each) => needsPrescriber(each, continued_ids.includes(each.id)));
  if (missing.length === 0) return "auth.merge_rest_goes_on";
  await askPrescribers(tx, survivingId, await missingText(tx, retiredId, missing));
  return "auth.merge_rest_team";
}

/** Says in the account that is kept, and to its address, what was canceled. */
export const notifyOfCanceled = (
  tx: TxServices,
  { id, surviving_id: patientId }: MergeRow,
  rest: Rest,
): Promise<void> =>
  rest === null
    ? Promise.resolve()
    : notifyAndMail(tx, {
        ...{ patientId, template: "subscriptions_merged", dedupeKey: id },
        values: { rest: toText(tx.content, sentence(rest)), phone: tx.content.brand.supportphone },
      });

async function missingText(tx: TxServices, retiredId: string, missing: readonly Ending[]): Promise<string> {
  const today = clinicToday(tx);
  const boxes = await loadApprovedBoxes(tx.db, [retiredId], tx.content.brand.timezone);
  const lines = missing.map(({ productId, surviving }) => {
    const empty = emptyOn(boxes.get(productId) ?? [], today);
    const athome =
      empty !== null && empty > today
        ? `at home or on its way through ${formatDay(addDays(empty, -1))}`
        : "nothing at home";
    const here =
      surviving === null
        ? "nothing of it in this account"
        : `in this account ${nameOf(tx, surviving.productId)}, ${surviving.runs ? "which goes on" : notRunning[surviving.status]}`;
    return `${nameOf(tx, productId)}: ${athome}; ${here}.`;
  });
  return [
    "Another account became part of this one, and its subscriptions were canceled. Please see to it that the patient isn’t without what they got there. Both records say what was prescribed.",
    ...lines,
  ].join("\n");
}

const notRunning: Readonly<Record<Ending["status"], string>> = {
  pending: "which hasn’t begun",
  active: "which is on hold",
  paused: "which is paused",
  past_due: "whose payment failed",
  cancelled: "which is canceled",
};

const nameOf = ({ content }: Deps, productId: string): string => {
  const product = productById(content, productId);
  return product ? `${product.name} ${product.strength}`.trim() : productId;
};

const actor = "system:merging";

async function askPrescribers(tx: TxServices, patientId: string, words: string): Promise<void> {
  const { promises, brand } = tx.content;
  const today = clinicToday(tx);
  const physicians = { role: "physician", memberId: null } as const;
  await openTask(tx, {
    ...{ kind: "task", patientId, orderId: null, conversationId: null, holds: false, actor, words },
    ...{ asker: physicians, asked: physicians },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: tx.clock.now() }),
  });
}

/** After a merge is undone: what was asked in the one record isn't about that patient any more, and the other one is without what was canceled. */
export async function askAgainAfterUndo(
  tx: TxServices,
  { surviving_id: survivingId, retired_id: retiredId, asked_at: askedAt, subscription_ids }: MergeRow,
): Promise<void> {
  if (subscription_ids.length === 0) return;
  for (const task of await tasksOfSystem(tx.db, { asker: actor, patientId: survivingId, since: askedAt }))
    if (task.ended_at === null) await endTask(tx, task, { outcome: "dropped", note: "The merge was undone.", actor });
  const names = (await productsOf(tx.db, subscription_ids)).map(({ product_id }) => nameOf(tx, product_id));
  await askPrescribers(
    tx,
    retiredId,
    `A merge was undone, and the subscriptions it canceled stay canceled until the patient starts them again: ${names.join(", ")}. Please see to it that the patient isn’t without them.`,
  );
}

const productsOf = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom("subscription")
    .select(["id", "product_id"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();

/** As the practice reads them; `seesMedicines`: whoever asks reads what is prescribed. */
export const presentEnding = (
  { content }: Deps,
  { surviving, ...own }: Ending,
  seesMedicines: boolean,
): EndingSubscription => {
  const present = ({ id, productId }: Omit<Ending, "surviving">) => ({
    subscriptionid: id,
    medicine: seesMedicines ? presentMedicine(content, productId) : null,
  });
  return {
    ...present(own),
    surviving: surviving && {
      ...{ ...present(surviving), status: surviving.status, runs: surviving.runs },
      sameproduct: surviving.productId === own.productId,
    },
  };
};

function presentMedicine(content: Services["content"], productId: string) {
  const product = productById(content, productId);
  return { name: product?.name ?? productId, dosage: product?.strength ?? "" };
}

/** What a merge cancels, or has canceled. */
export async function presentAnswers(
  { db, content }: Deps,
  { subscription_ids, continued_ids }: MergeRow,
  seesMedicines: boolean,
): Promise<RecordMerge["subscriptions"]> {
  if (subscription_ids.length === 0) return [];
  return (await productsOf(db, subscription_ids)).map(({ id, product_id }) => ({
    ...{ subscriptionid: id, goeson: continued_ids.includes(id) ? ("retired" as const) : ("surviving" as const) },
    medicine: seesMedicines ? presentMedicine(content, product_id) : null,
  }));
}
