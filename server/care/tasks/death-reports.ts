import { deathField } from "#content/schema/log.ts";
import { dayIn } from "#contract/fields/formats.ts";
import {
  type AccountClosingStep,
  confirmDeath,
  noteDeath,
  reopenAfterDeath,
  takeBackDeath,
} from "#server/auth/public.ts";
import { changeConversation, lockConversations, unansweredSince } from "#server/messages/public.ts";
import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { endPrescription } from "#server/prescriptions/public.ts";
import { memberNames } from "#server/staff/public.ts";
import {
  deathKindOf,
  dueDayOf,
  endTask,
  fieldsOfTask,
  lockEntries,
  type LogKind,
  newTaskDays,
  noteOfTask,
  openTask,
  type TaskRow,
} from "#server/tasks/public.ts";

/*
 * An entry of the kind with the effect `death` says that a patient died. Everything stops as it's made (`server/auth/accounts/death.ts`). Settled as `confirmed`,
 * with what proves it, it closes the account; settled as `mistaken`, or dropped as an error, it lets everything go on. One that was confirmed wrongly is settled once
 * more as `reopened`.
 */

type Fields = readonly { readonly id: string; readonly value: string }[];

const refusedAt = (path: string, message: string) =>
  new Refusal("bad_request", { message, fields: [{ path, message }] });

/** Stops everything for a patient as an entry is made that says they died; another one beside it changes nothing more. `bad_request` for a day to come. */
export async function stopForDeath(
  tx: TxServices,
  kind: LogKind,
  { patientId, fields }: { readonly patientId: string; readonly fields: Fields },
): Promise<void> {
  if (kind.effect !== "death") return;
  const diedOn = fields.find(({ id }) => id === deathField)?.value ?? null;
  if (diedOn !== null && diedOn > clinicToday(tx))
    throw refusedAt(`fields.${deathField}`, "This day is still to come. Please check it, or leave it empty.");
  await noteDeath(tx, patientId, diedOn);
}

/** Makes such an entry for somebody outside, who named the patient; false where a death is reported already. */
export async function reportDeath(
  tx: TxServices,
  {
    patientId,
    reporter,
    words,
    fields,
  }: { readonly patientId: string; readonly reporter: string; readonly words: string; readonly fields: Fields },
): Promise<boolean> {
  const found = deathKindOf(tx.content.log);
  if (!found?.[1].work) return false;
  const [id, kind] = found;
  const role = found[1].work.for;
  const { promises, brand } = tx.content;
  const days = {
    ...{ today: clinicToday(tx), closed: promises.closed, timezone: brand.timezone, now: tx.clock.now() },
  };
  const diedOn = fields.find((field) => field.id === deathField)?.value ?? null;
  if (!(await noteDeath(tx, patientId, diedOn))) return false;
  await openTask(tx, {
    ...{ kind: "log", patientId, orderId: null, conversationId: null, words, holds: false, actor: reporter },
    ...{ asker: { role, memberId: null }, asked: { role, memberId: null } },
    days: newTaskDays("log", dueDayOf(kind, fields, days), days),
    log: { kind: id, fields, onChart: false },
  });
  return true;
}

/** How a report ended. */
interface Settled {
  /** As it was before; it's locked. */
  readonly row: TaskRow;
  readonly logOutcome: string | null;
  readonly actor: string;
  readonly noPassword: string;
  readonly closingSteps: readonly AccountClosingStep[];
}

/**
 * What the ending of such an entry does, and to the patient's other ones: what is proved or wrong is so of each; an entry that was made in error says nothing of
 * the others. Returns the sessions that ended.
 */
export async function settleDeath(
  tx: TxServices & Refuses<"wrong_state">,
  kind: LogKind | null,
  { row, logOutcome, actor, noPassword, closingSteps }: Settled,
): Promise<readonly string[]> {
  const { patient_id: patientId, log_kind: kindId } = row;
  if (kind?.effect !== "death" || patientId === null || kindId === null) return [];
  const others = (await lockEntries(tx.db, patientId, kindId, "confirmed")).filter(({ id }) => id !== row.id);
  const open = others.filter(({ ended_at }) => ended_at === null);
  if (logOutcome === "reopened") {
    await reopenForLife(tx, { row, others, patientId, actor });
    return [];
  }
  if (logOutcome !== null) await settleEach(tx, open, logOutcome, actor);
  if (logOutcome === "confirmed") return closeForDeath(tx, patientId, { noPassword, closingSteps });
  // One that was taken back before says nothing of a later one, and one that is proved holds.
  const held = row.ended_at === null || row.log_outcome === "confirmed";
  const stillHeld = logOutcome === null ? others.length > 0 : others.length > open.length;
  if (held && !stillHeld) await takeBackDeath(tx, patientId);
  return [];
}

async function settleEach(tx: TxServices, rows: readonly TaskRow[], logOutcome: string, actor: string): Promise<void> {
  for (const row of rows) await endTask(tx, row, { outcome: "settled", logOutcome, note: undefined, actor });
}

async function closeForDeath(
  tx: TxServices & Refuses<"wrong_state">,
  patientId: string,
  { noPassword, closingSteps }: Pick<Settled, "noPassword" | "closingSteps">,
): Promise<readonly string[]> {
  await lockPatientOrders(tx.db, patientId);
  for (const step of closingSteps) await step(tx, patientId);
  const prescribed = await tx.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where((where) => where.or([where("status", "=", "active"), where("discontinued_at", "is not", null)]))
    .execute();
  for (const { id } of prescribed) await endPrescription(tx, id, { wrongPatient: false });
  return confirmDeath(tx, patientId, noPassword);
}

/** Whether an entry that has ended is settled once more: a death that was confirmed is taken back. */
export const isTakenBack = (kind: LogKind | null, row: TaskRow, logOutcome: string | null): boolean =>
  kind?.effect === "death" && row.log_outcome === "confirmed" && logOutcome === "reopened";

/** What an entry says once it's taken back: who confirmed it, when and by what, and why it was wrong. */
export async function noteOfBoth(tx: TxServices, row: TaskRow, reason: string): Promise<string> {
  const { content } = tx;
  const name = (await memberNames(tx.db, [row.ended_by ?? ""])).get(row.ended_by ?? "") ?? "a system";
  const day = row.ended_at === null ? "" : formatDayWithYear(dayIn(content.brand.timezone, row.ended_at));
  return toText(
    content,
    sentence("account.death_confirmed_note", { day, name, proof: noteOfTask(tx, row) ?? "–" }),
    sentence("account.death_reopened_note", { reason }),
  );
}

/**
 * Of a patient who is alive: the account opens again with what the patient wrote and what was written to them. What ended stays ended: medicine, charges, helpers and codes come
 * back only by a decision, of which a task tells the physicians. What was asked as of somebody who died ends, and nobody is mailed.
 */
async function reopenForLife(
  tx: TxServices,
  {
    row,
    others,
    patientId,
    actor,
  }: { readonly row: TaskRow; readonly others: readonly TaskRow[]; readonly patientId: string; readonly actor: string },
): Promise<void> {
  const reopened = await reopenAfterDeath(tx, patientId);
  const beside = toText(tx.content, sentence("account.death_reopened_beside"));
  for (const other of others)
    await endTask(tx, other, {
      ...{ outcome: "settled", logOutcome: "reopened", actor },
      note: other.ended_at === null ? beside : await noteOfBoth(tx, other, beside),
    });
  if (reopened === null) return;
  if (reopened.isOpen) await reopenConversations(tx, patientId, reopened.reportedAt);
  await endAskedAfterDeath(tx, patientId, actor);
  const physicians = { role: "physician", memberId: null } as const;
  const { promises, brand } = tx.content;
  const today = clinicToday(tx);
  const words = toText(
    tx.content,
    sentence("account.death_reopened_task", {
      day: formatDayWithYear(dayIn(brand.timezone, row.ended_at ?? tx.clock.now())),
    }),
    sentence(reopened.isOpen ? "account.death_reopened_open" : "account.death_reopened_closed"),
    sentence("account.death_reopened_stopped"),
  );
  await openTask(tx, {
    ...{ kind: "task", patientId, orderId: null, conversationId: null, words, holds: false, actor },
    ...{ asker: physicians, asked: physicians },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: tx.clock.now() }),
  });
}

/** Those that closed since the death was reported; the patient waits again for what was left unanswered. */
async function reopenConversations(tx: TxServices, patientId: string, since: Date): Promise<void> {
  for (const { id, closed_at: closedAt } of await lockConversations(tx.db, patientId))
    if (closedAt !== null && closedAt >= since)
      await changeConversation(tx.db, id, { closed_at: null, waiting_since: await unansweredSince(tx.db, id) });
}

/** What can be asked only of somebody who died, such as an executor's copy of the record. */
async function endAskedAfterDeath(tx: TxServices, patientId: string, actor: string): Promise<void> {
  const note = toText(tx.content, sentence("account.death_reopened_request"));
  for (const [kindId, { afterdeath }] of Object.entries(tx.content.log)) {
    if (!afterdeath) continue;
    const open = (await lockEntries(tx.db, patientId, kindId, "")).filter(({ ended_at }) => ended_at === null);
    for (const row of open)
      if (fieldsOfTask(tx, row).some(({ id, value }) => id === afterdeath.field && value === afterdeath.choice))
        await endTask(tx, row, { outcome: "dropped", note, actor });
  }
}

/** The patient is alive and says so: each such report ends as a mistake. Does nothing where none is open any more, or one was proved. */
export async function denyDeath(tx: TxServices, patientId: string): Promise<void> {
  const found = deathKindOf(tx.content.log);
  if (!found) return;
  // First, as whoever settles one does.
  await lockPatientOrders(tx.db, patientId);
  const entries = await lockEntries(tx.db, patientId, found[0], "confirmed");
  if (entries.length === 0 || entries.some(({ ended_at }) => ended_at !== null)) return;
  await settleEach(tx, entries, "mistaken", `patient:${patientId}`);
  await takeBackDeath(tx, patientId);
}
