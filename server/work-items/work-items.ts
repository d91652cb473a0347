import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Look } from "#content/schema/work-items.ts";
import type { WorkItem, WorkItemKind, WorkItemOutcome } from "#contract/care/work-items.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { Scope } from "#contract/policy/policy.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { dueMailQueue } from "./due-mails.ts";
import { type Due, dueBy } from "./due.ts";

/*
 * A work item waits for a person of the practice because of something a patient told outside of a visit, a review or a message. Whoever learns of it opens
 * an item in the same transaction; a clinician closes it with an outcome, or takes out what it's about because that isn't the patient's. Nothing else closes
 * one: an answer that is taken back, a document that is replaced, an account that is closed add to it or leave it.
 */

type Row = Selectable<Tables["work_item"]>;
export type WorkItemRow = Omit<Row, "kind" | "scope" | "outcome"> & {
  readonly kind: WorkItemKind;
  readonly scope: Scope;
  readonly outcome: WorkItemOutcome | null;
};

/** One thing that happened, as it is shown; several of one item follow one another. */
export type WorkEntry = Omit<WorkItem["entries"][number], "at">;
type StoredEntry = WorkItem["entries"][number];

export interface NewWorkItem {
  readonly kind: WorkItemKind;
  readonly patientId: string;
  /** What it is about, where that is one thing of several. */
  readonly refId?: string;
  readonly scope: Scope;
  readonly within: Look["within"];
  /** Products that are neither sent nor charged before somebody looked. */
  readonly holds: readonly string[];
  readonly entry: WorkEntry;
}

export interface OpenedWorkItem {
  readonly id: string;
  readonly due: Due;
  /** What waits for it now, also by what was told before. */
  readonly holds: readonly string[];
}

const contentOf = sealed("work_item.content_sealed");
const noteOf = sealed("work_item.note_sealed");
const toldOf = sealed("work_item.told_sealed");

/**
 * Puts something in front of the practice. What waits already for the same reason is added to: it is due as early as either asks, and holds what either
 * holds. What is due today is mailed about, too (`due-mails.ts`).
 */
export async function openWorkItem(services: TxServices, item: NewWorkItem): Promise<OpenedWorkItem> {
  const { db, clock, secrets } = services;
  const { kind, patientId, refId = null, scope, holds, entry } = item;
  const now = clock.now();
  const due = dueBy(services, item.within);
  // One after the other: of two at once the second adds to the first.
  await sql`select from patient where id = ${patientId} for no key update`.execute(db);
  const waiting = await openItems(db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", kind)
    .where(sql<boolean>`coalesce(ref_id, patient_id) = ${refId ?? patientId}`)
    .executeTakeFirst();
  const added: StoredEntry = { ...entry, at: now.toISOString() };
  if (!waiting) {
    const id = newId();
    await db
      .insertInto("work_item")
      .values({
        ...{ id, kind, patient_id: patientId, ref_id: refId, scope, holds: [...holds] },
        content_sealed: secrets.seal([added], contentOf(id)),
        ...{ opened_at: now, changed_at: now, due_at: due.at, held_at: holds.length > 0 ? now : null },
      })
      .execute();
    if (due.isToday) await services.jobs.enqueue(db, dueMailQueue, { id });
    return { id, due, holds };
  }
  const all = [...new Set([...waiting.holds, ...holds])];
  const isEarlier = due.at < waiting.due_at;
  await db
    .updateTable("work_item")
    .set({
      content_sealed: secrets.seal([...entriesOf(services, waiting), added], contentOf(waiting.id)),
      version: waiting.version + 1,
      ...{
        holds: all,
        changed_at: now,
        ...(holds.length > 0 && { held_at: now }),
        ...(isEarlier && { due_at: due.at }),
      },
    })
    .where("id", "=", waiting.id)
    .execute();
  if (due.isToday) await services.jobs.enqueue(db, dueMailQueue, { id: waiting.id });
  return { id: waiting.id, due: isEarlier ? due : (promised(services, waiting.due_at) ?? due), holds: all };
}

/** What was promised before: what is told later makes it no later. Null where that is past. */
function promised({ content, clock }: Pick<Services, "content" | "clock">, at: Date): Due | null {
  if (at <= clock.now()) return null;
  const day = dayIn(content.brand.timezone, new Date(at.getTime() - 1));
  return { day, at, isToday: day === clinicToday({ content, clock }) };
}

/** The open item that holds the patient's latest change of answers, made at this moment, with what was promised; null where nothing waits of it. */
export async function changesOf(
  services: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
  at: Date,
): Promise<Pick<OpenedWorkItem, "due" | "holds"> | null> {
  const found = await openItems(services.db)
    .where("patient_id", "=", patientId)
    .where("kind", "in", ["answers", "words"])
    .where("changed_at", ">=", at)
    .executeTakeFirst();
  const due = found && promised(services, found.due_at);
  return found && due ? { due, holds: found.holds } : null;
}

const items = (db: Database) => db.selectFrom("work_item").selectAll().$castTo<WorkItemRow>();
const openItems = (db: Database) => items(db).where("closed_at", "is", null);

/** Up to `limit` open items for these scopes, what is due first. */
export const waitingItems = (db: Database, scopes: readonly Scope[], cursor: KeysetCursor | null, limit: number) =>
  openItems(db)
    .where("scope", "in", [...scopes])
    .where(beyondCursor("due_at", ">", "id", cursor))
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit)
    .execute();

export const workItemById = (db: Database, id: string): Promise<WorkItemRow | undefined> =>
  items(db).where("id", "=", id).executeTakeFirst();

export const workItemsById = (db: Database, ids: readonly string[]) =>
  items(db)
    .where("id", "in", [...ids])
    .execute();

export const entriesOf = ({ secrets }: Pick<Services, "secrets">, row: WorkItemRow): readonly StoredEntry[] =>
  secrets.open<StoredEntry[]>(row.content_sealed, contentOf(row.id));

export const noteOfItem = ({ secrets }: Pick<Services, "secrets">, row: WorkItemRow): string | null =>
  openText(secrets, row.note_sealed, noteOf(row.id));

export const toldOfItem = ({ secrets }: Pick<Services, "secrets">, row: WorkItemRow): string | null =>
  openText(secrets, row.told_sealed, toldOf(row.id));

/** Who looked at these documents last, when, and what the patient reads of it; of one that waits again, or that nobody looked at, nothing. */
export async function reviewsOf(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly by: string | null; readonly at: string; readonly text: string | null }>> {
  if (documentIds.length === 0) return new Map();
  const rows = await items(services.db)
    .where("kind", "=", "document")
    .where("ref_id", "in", [...documentIds])
    .orderBy("opened_at")
    .orderBy("id")
    .execute();
  const latest = new Map(rows.map((row) => [row.ref_id ?? "", row]));
  return new Map(
    [...latest].flatMap(([id, row]) =>
      row.closed_at === null
        ? []
        : [[id, { by: row.signed_by, at: row.closed_at.toISOString(), text: toldOfItem(services, row) }] as const],
    ),
  );
}

export interface Closing {
  readonly id: string;
  /** What was seen of it. */
  readonly version: number;
  readonly outcome: WorkItemOutcome;
  readonly note: string | undefined;
  readonly actor: string;
  /** What the patient reads of it. */
  readonly told?: string | undefined;
  /** Who signed that, with credentials. */
  readonly signedBy?: string | null;
}

/** Closes an item that has still the version that was seen; false where something was added since, or it is closed. */
export async function closeItem(
  { db, clock, secrets }: Pick<Services, "clock" | "secrets"> & { readonly db: Database },
  { id, version, outcome, note, actor, told, signedBy = null }: Closing,
): Promise<boolean> {
  const closed = await db
    .updateTable("work_item")
    .set({
      ...{ closed_at: clock.now(), closed_by: actor, outcome },
      note_sealed: sealText(secrets, note, noteOf(id)),
      ...{ told_sealed: sealText(secrets, told, toldOf(id)), signed_by: signedBy },
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}

/** Closes what waits because of one thing of a patient, which isn't theirs: nothing is held for it any more. */
export async function closeItemAbout(
  services: TxServices,
  {
    patientId,
    kind,
    refId,
    ...closing
  }: Pick<NewWorkItem, "patientId" | "kind"> &
    Required<Pick<NewWorkItem, "refId">> &
    Pick<Closing, "outcome" | "note" | "actor">,
): Promise<void> {
  const waiting = await items(services.db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", kind)
    .where("ref_id", "=", refId)
    .where("closed_at", "is", null)
    .execute();
  for (const { id, version } of waiting) await closeItem(services, { ...closing, id, version });
}

/**
 * Condition on a row of `table`, a document or a prescription of a patient's: they say that it isn't theirs, and nobody has looked into it. No document that
 * waits so is shown to the patient.
 */
export const isReported = (table: "document" | "prescription"): RawBuilder<boolean> => sql<boolean>`exists (
  select from work_item where work_item.patient_id = ${sql.ref(`${table}.patient_id`)} and work_item.kind = 'not_mine'
    and coalesce(work_item.ref_id, work_item.patient_id) = ${sql.ref(`${table}.id`)} and work_item.closed_at is null)`;

/**
 * Condition on a row of `prescription`: it waits until somebody has looked at what the patient told after it was prescribed. Nothing of it is sent or
 * charged before.
 */
export const isHeldByWorkItem: RawBuilder<boolean> = sql<boolean>`exists (
  select from work_item where work_item.patient_id = prescription.patient_id and work_item.closed_at is null
    and prescription.product_id = any(work_item.holds) and work_item.held_at > prescription.approved_at)`;

/** The patient's products that wait so. */
export async function productsHeldByWorkItems(db: Database, patientId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where((where) => where.or([where("status", "=", "active"), where("discontinued_at", "is not", null)]))
    .where(isHeldByWorkItem)
    .execute();
  return new Set(rows.map(({ product_id }) => product_id));
}
