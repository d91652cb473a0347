import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { mailReport, nextMailAfter, onCall, reportCounter } from "./escalation.ts";

/** The sealed part of a report. */
interface ReportContent {
  /** The sign or rule that matched. */
  readonly sign: string;
  readonly emergency: Emergency;
  /** What was written or chosen. */
  readonly words: string;
  readonly contact: ClinicEmergency["contact"];
  /** Name of the helper who wrote it; left out, the patient, or whoever sent the contact form. */
  readonly writer?: string;
}

interface Report extends Omit<ReportContent, "contact"> {
  readonly contact?: ReportContent["contact"];
  /** Null: not signed in, from the contact form. */
  readonly patientId: string | null;
  readonly source: ClinicEmergency["source"];
  readonly conversationId?: string;
  readonly followupId?: string;
}

const reportSealContext = sealed("emergency_report.report_sealed");

/**
 * Reports an emergency to the practice in the transaction that saves the patient's words: at the top of its lists, by a mail to the on-call
 * address that says nothing about health, and in the metrics.
 */
export async function reportEmergency(services: TxServices, report: Report): Promise<void> {
  const { db, secrets, clock, log, metrics } = services;
  const { patientId, source, conversationId, followupId, sign, emergency, words, contact = null, writer } = report;
  const id = newId();
  const reportContent: ReportContent = { sign, emergency, words, contact, ...(writer !== undefined && { writer }) };
  await db
    .insertInto("emergency_report")
    .values({
      id,
      patient_id: patientId,
      source,
      conversation_id: conversationId ?? null,
      followup_id: followupId ?? null,
      report_sealed: secrets.seal(reportContent, reportSealContext(id)),
      reported_at: clock.now(),
      mail_at: nextMailAfter(1, onCall(services), clock.now()),
    })
    .execute();
  await mailReport(services, id, 0);
  reportCounter(metrics).inc({ source, kind: emergency.kind });
  log.warn({ report: id, source }, "an emergency was told: a person has to look");
}

export type ReportRow = Selectable<Tables["emergency_report"]>;

export const reports = (db: Database) => db.selectFrom("emergency_report").selectAll();

export const openReportContent = (
  { secrets }: Pick<Services, "secrets">,
  { id, report_sealed }: Pick<ReportRow, "id" | "report_sealed">,
): ReportContent => secrets.open<ReportContent>(report_sealed, reportSealContext(id));

/** Up to `limit` reports nobody has acknowledged, or no clinician has closed, oldest first. */
export const reportsToHandle = (
  db: Database,
  { state, patientId }: { readonly state: "unacknowledged" | "open"; readonly patientId: string | null },
  cursor: KeysetCursor | null,
  limit: number,
) =>
  reports(db)
    .where(state === "open" ? "closed_at" : "acknowledged_at", "is", null)
    .$if(patientId !== null, (query) => query.where("patient_id", "=", patientId))
    .where(beyondCursor("reported_at", ">", "id", cursor))
    .orderBy("reported_at")
    .orderBy("id")
    .limit(limit)
    .execute();

export const reportById = (db: Database, id: string) => reports(db).where("id", "=", id).executeTakeFirst();

export const reportsById = (db: Database, ids: readonly string[]) =>
  reports(db)
    .where("id", "in", [...ids])
    .execute();

/** Whether a patient has an emergency nobody has acknowledged: the first sort key of the practice's lists. */
export const patientHasOpenEmergency = (patientId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from emergency_report where patient_id = ${sql.ref(patientId)} and acknowledged_at is null)`;

/** The ids of conversations with an unacknowledged emergency: a subquery for `in`. */
export const openEmergencyConversations = (db: Database) =>
  db
    .selectFrom("emergency_report")
    .select(sql<string>`conversation_id`.as("id"))
    .where("acknowledged_at", "is", null)
    .where("conversation_id", "is not", null);

/** Since when the oldest emergency of each of these patients is open, until a clinician closes it; patients without one are left out. */
export async function oldestOpenEmergencies(
  db: Database,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const found = await db
    .selectFrom("emergency_report")
    .select(["patient_id", (of) => of.fn.min("reported_at").as("since")])
    .where(sql<boolean>`patient_id = any(${patientIds}::uuid[])`)
    .where("closed_at", "is", null)
    .groupBy("patient_id")
    .execute();
  return new Map(found.flatMap(({ patient_id, since }) => (patient_id ? [[patient_id, since] as const] : [])));
}

/** What a patient told of and no clinician has closed, oldest first. */
export async function unclosedEmergencies(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<
  readonly { readonly id: string; readonly reportedat: string; readonly title: string; readonly words: string }[]
> {
  const rows = await reports(services.db)
    .where("patient_id", "=", patientId)
    .where("closed_at", "is", null)
    .orderBy("reported_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { emergency, words } = openReportContent(services, row);
    return { id: row.id, reportedat: row.reported_at.toISOString(), title: emergency.title, words };
  });
}

/** The emergencies a patient wrote of in their conversations: when they last did, and what is shown until they dismiss it. */
export async function emergenciesInConversations(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<ReadonlyMap<string, { readonly shown: Emergency | null; readonly reportedAt: Date }>> {
  const found = await reports(services.db)
    .where("patient_id", "=", patientId)
    .where("conversation_id", "is not", null)
    .orderBy("reported_at")
    .orderBy("id")
    .execute();
  const byConversation = Map.groupBy(found, ({ conversation_id }) => conversation_id ?? "");
  return new Map(
    [...byConversation].flatMap(([id, rows]) => {
      const undismissed = rows.findLast(({ dismissed_at }) => dismissed_at === null);
      const shown = undismissed ? openReportContent(services, undismissed).emergency : null;
      return rows.slice(-1).map(({ reported_at }) => [id, { shown, reportedAt: reported_at }] as const);
    }),
  );
}

/** Whether the same words of this patient and source are reported already and not yet acknowledged. */
export async function hasOpenReport(
  services: Pick<TxServices, "db" | "secrets">,
  { patientId, source, words }: { patientId: string; source: ReportRow["source"]; words: string },
): Promise<boolean> {
  const open = await reports(services.db)
    .where("patient_id", "=", patientId)
    .where("source", "=", source)
    .where("acknowledged_at", "is", null)
    .execute();
  return open.some((row) => openReportContent(services, row).words === words);
}

/** Dismisses the emergency notices of a conversation. */
export async function dismissEmergencies(db: Database, conversationId: string, now: Date): Promise<void> {
  await db
    .updateTable("emergency_report")
    .set({ dismissed_at: now })
    .where("conversation_id", "=", conversationId)
    .where("dismissed_at", "is", null)
    .execute();
}
