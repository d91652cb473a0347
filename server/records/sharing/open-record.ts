import type { RecordPart } from "#contract/documents/record-codes.ts";
import { hasReportedDeath, patientById } from "#server/auth/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { disclosureKindOf, endTask, lockTask, newTaskDays, openTask } from "#server/tasks/public.ts";
import { codeDigest, minuteMs, type RecordCodeRow, type RecordReader, sealReader } from "./record-codes.ts";

/** What somebody enters who was given a code; `key` is the secret of the page they enter it on, with which it reads. */
interface Entered extends RecordReader {
  readonly code: string;
  readonly birthday: string;
  readonly key: string;
}

/** What is open to a page. */
export interface OpenedRecord {
  readonly codeId: string;
  readonly patientId: string;
  readonly part: RecordPart;
  readonly until: Date;
}

/** What came of entering a code; `opened` is null for every reason alike, and `patientId` whose code it is, for the audit. */
interface Outcome {
  readonly opened: OpenedRecord | null;
  readonly patientId: string | null;
}

const keyDigest = ({ secrets }: Pick<Services, "secrets">, key: string): Buffer =>
  secrets.digest(`record code key:${key}`);

/**
 * Opens what a code opens, once: the same page that sends it again, because the answer was lost, gets the same. A birthday that is wrong too often ends
 * the code.
 */
export const openWithCode = (services: Services, entered: Entered): Promise<Outcome> =>
  inTransaction(services, async (tx) => {
    const digest = codeDigest(tx, entered.code);
    const known = await tx.db
      .selectFrom("record_code")
      .select("patient_id")
      .where("digest", "=", digest)
      .executeTakeFirst();
    if (!known) return { opened: null, patientId: null };
    const { patient_id: patientId } = known;
    await lockPatientOrders(tx.db, patientId);
    const row = await tx.db
      .selectFrom("record_code")
      .selectAll()
      .where("digest", "=", digest)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const key = keyDigest(tx, entered.key);
    const now = tx.clock.now();
    const isRepeat = row.key_digest !== null && key.equals(row.key_digest) && isReadable(row, now);
    const isWaiting = row.opened_at === null && row.ended_at === null && row.expires_at > now;
    if (!(isRepeat || isWaiting) || (await hasReportedDeath(tx.db, patientId))) return { opened: null, patientId };
    const patient = await patientById(tx, patientId);
    if (patient.birthday === null || patient.birthday !== entered.birthday) {
      if (isWaiting) await countWrongTry(tx, row);
      return { opened: null, patientId };
    }
    if (isRepeat) return { opened: openedOf(row), patientId };
    const opened = await tx.db
      .updateTable("record_code")
      .set({
        ...{ opened_at: now, key_digest: key, reader_sealed: sealReader(tx, row.id, entered) },
        open_until: new Date(now.getTime() + tx.content.documents.sharing.readminutes * minuteMs),
      })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await logDisclosure(tx, opened, entered);
    await queuePatientMail(tx, {
      ...{ patientId, mail: "code_used", to: patient.email, dedupeKey: `code_used:${row.id}` },
      values: {
        firstname: greetingName(patient.firstname),
        link: `${tx.config.publicUrl}/account-settings/share`,
        phone: tx.content.brand.supportphone,
      },
    });
    return { opened: openedOf(opened), patientId };
  });

/** What a page with this secret may still read; null once it's over, was ended, or a death is reported. */
export async function openedRecord(
  services: Pick<Services, "secrets" | "clock"> & { readonly db: Database },
  key: string,
): Promise<OpenedRecord | null> {
  const { db, clock } = services;
  const row = await db
    .selectFrom("record_code")
    .selectAll()
    .where("key_digest", "=", keyDigest(services, key))
    .executeTakeFirst();
  if (!row || !isReadable(row, clock.now()) || (await hasReportedDeath(db, row.patient_id))) return null;
  return openedOf(row);
}

/** Notes that the PDF or the data file was read, the first time. */
export async function noteRead({ db, clock }: Services, { codeId }: OpenedRecord, file: "pdf" | "fhir"): Promise<void> {
  const column = file === "pdf" ? "pdf_read_at" : "fhir_read_at";
  await db
    .updateTable("record_code")
    .set({ [column]: clock.now() })
    .where("id", "=", codeId)
    .where(column, "is", null)
    .execute();
}

const isReadable = ({ open_until: until, ended_at: endedAt }: RecordCodeRow, now: Date): boolean =>
  until !== null && until > now && endedAt === null;

const openedOf = ({ id, patient_id: patientId, opens, open_until: until }: RecordCodeRow): OpenedRecord => ({
  ...{ codeId: id, patientId, part: opens as RecordPart, until: until ?? new Date(0) },
});

async function countWrongTry({ db, clock, content }: TxServices, { id, wrong_tries: before }: RecordCodeRow) {
  const isLast = before + 1 >= content.documents.sharing.tries;
  await db
    .updateTable("record_code")
    .set({ wrong_tries: before + 1, ...(isLast && { ended_at: clock.now(), ended_by: "tries" }) })
    .where("id", "=", id)
    .execute();
}

/** In the log, so that it's in the list of disclosures and in every copy of the record. */
async function logDisclosure(tx: TxServices, { patient_id: patientId, opens }: RecordCodeRow, reader: RecordReader) {
  const found = disclosureKindOf(tx.content.log);
  if (!found) return;
  const [kindId, { writes }] = found;
  const role = writes[0] ?? "patient_services";
  const actor = `patient:${patientId}`;
  const today = clinicToday(tx);
  const { promises, brand } = tx.content;
  const taskId = await openTask(tx, {
    ...{ kind: "log", patientId, orderId: null, conversationId: null, holds: false, actor },
    words: opens === "medicines" ? "Allergies and medicines" : "The whole record",
    ...{ asker: { role, memberId: null }, asked: { role, memberId: null } },
    days: newTaskDays("log", null, { today, closed: promises.closed, timezone: brand.timezone, now: tx.clock.now() }),
    log: {
      kind: kindId,
      onChart: false,
      fields: [
        { id: "when", value: today },
        { id: "to", value: `${reader.name}, ${reader.practice}` },
        { id: "why", value: "code" },
      ],
    },
  });
  const row = await lockTask(tx.db, taskId);
  if (row) await endTask(tx, row, { outcome: "settled", logOutcome: null, note: undefined, actor });
}
