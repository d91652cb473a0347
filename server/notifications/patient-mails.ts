import type { HelperCopyMailId, MailId, MailValues, PatientMailId } from "#content/schema/texts/mails.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { MailListeners, MailOutcome, TriedMail } from "#server/platform/mail/mail-listeners.ts";
import { mailIdOf, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { isPatientMail, repeatsOf } from "./mail-kinds.ts";

/*
 * What was mailed to a patient, and copied to who helps them, as far as the mail server has said. A mail has a row from its first try on, by whose it is, with the address it went to
 * last. One that a person of the practice has sent has it at once. What was filled into it is kept only where it may be sent again.
 */

const addressSealContext = sealed("patient_mail.address_sealed");
const valuesSealContext = sealed("patient_mail.values_sealed");

type Values = Readonly<Record<string, string>>;

const moments = (outcome: MailOutcome, now: Date) => ({
  accepted_at: outcome === "accepted" ? now : null,
  refused_at: outcome === "refused" ? now : null,
  dropped_at: outcome === "dropped" ? now : null,
});

const rowOf = (
  { secrets }: Pick<Services, "secrets">,
  {
    id,
    mail,
    to,
    values,
  }: { readonly id: string; readonly mail: MailId; readonly to: string; readonly values: Values },
) => ({
  id,
  mail,
  address_sealed: secrets.seal(to, addressSealContext(id)),
  values_sealed:
    isPatientMail(mail) && repeatsOf[mail] === "again" ? secrets.seal(values, valuesSealContext(id)) : null,
});

/** Keeps what became of a mail to a patient. */
export const keepTriedMail: MailListeners["came"] = async (services: Services, tried: TriedMail): Promise<void> => {
  const { db, clock } = services;
  if (tried.helperId !== undefined) return keepTriedCopy(services, tried);
  if (!isPatientMail(tried.mail)) return;
  const patientId = await patientOf(db, tried);
  if (patientId === undefined) return;
  const outcome = moments(tried.outcome, clock.now());
  const row = rowOf(services, tried);
  await db
    .insertInto("patient_mail")
    .values({ ...row, ...outcome, patient_id: patientId, queued_at: tried.queuedAt })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...outcome, address_sealed: row.address_sealed }))
    .execute();
};

/** A copy has its row since it was queued. */
const keepTriedCopy = async ({ db, clock }: Services, { id, outcome }: TriedMail): Promise<void> => {
  await db.updateTable("patient_mail").set(moments(outcome, clock.now())).where("id", "=", id).execute();
};

/** Keeps a copy that is queued for a helper; false where it was queued before. */
export async function insertCopy(
  services: TxServices,
  {
    patientId,
    helperId,
    ...mail
  }: {
    readonly id: string;
    readonly mail: HelperCopyMailId;
    readonly to: string;
    readonly patientId: string;
    readonly helperId: string;
  },
): Promise<boolean> {
  const row = await services.db
    .insertInto("patient_mail")
    .values({
      ...rowOf(services, { ...mail, values: {} }),
      ...{ patient_id: patientId, helper_id: helperId, queued_at: services.clock.now() },
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose mail it is; one that an older version queued doesn't say so, and is that of the account with its address. */
const patientOf = async (db: Database, { patientId, to }: TriedMail): Promise<string | undefined> =>
  (
    await db
      .selectFrom("patient")
      .select("id")
      .where((is) => (patientId === undefined ? is("email", "=", to) : is("id", "=", patientId)))
      .executeTakeFirst()
  )?.id;

export interface SentByPractice<Id extends PatientMailId> {
  readonly patientId: string;
  readonly mail: Id;
  readonly to: string;
  readonly values: MailValues<Id>;
  /** `staff:<id>` or `key:<id>`. */
  readonly actor: string;
  readonly repeatsId?: string;
  readonly dedupeKey: string;
}

/** Sends a mail that a person of the practice has sent, in the caller's transaction; returns its id. */
export async function sendByPractice<Id extends PatientMailId>(
  services: TxServices,
  { patientId, mail, to, values, actor, repeatsId, dedupeKey }: SentByPractice<Id>,
): Promise<string> {
  const id = mailIdOf(dedupeKey);
  await services.db
    .insertInto("patient_mail")
    .values({
      ...rowOf(services, { id, mail, to, values: values as Values }),
      ...{ patient_id: patientId, queued_at: services.clock.now(), sent_by: actor, repeats_id: repeatsId ?? null },
    })
    .execute();
  await queuePatientMail(services, { patientId, mail, to, values, dedupeKey });
  return id;
}

/** A mail to a patient, opened. */
export interface KeptMail {
  readonly id: string;
  readonly mail: string;
  readonly address: string;
  readonly values: Values | null;
  readonly queuedAt: Date;
  readonly outcome: MailOutcome;
  readonly outcomeAt: Date;
  readonly sentBy: string | null;
  /** The helper whose copy it is; null: it went to the patient. */
  readonly helperId: string | null;
  readonly repeatsId: string | null;
  /** How often it was sent again, itself or by its repeats. */
  readonly repeats: number;
}

const mailRows = (db: Database, patientId: string) =>
  db
    .selectFrom("patient_mail")
    .selectAll()
    .select((row) =>
      row
        .selectFrom("patient_mail as repeat")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where((repeat) =>
          repeat("repeat.repeats_id", "=", repeat.fn.coalesce("patient_mail.repeats_id", "patient_mail.id")),
        )
        .as("repeats"),
    )
    .where("patient_id", "=", patientId);

type MailRow = Awaited<ReturnType<ReturnType<typeof mailRows>["execute"]>>[number];

function toKeptMail({ secrets }: Pick<Services, "secrets">, row: MailRow): KeptMail {
  const { id, accepted_at, refused_at, dropped_at } = row;
  const [outcome, outcomeAt] = accepted_at
    ? (["accepted", accepted_at] as const)
    : refused_at
      ? (["refused", refused_at] as const)
      : dropped_at
        ? (["dropped", dropped_at] as const)
        : (["waiting", row.queued_at] as const);
  return {
    ...{
      id,
      mail: row.mail,
      outcome,
      outcomeAt,
      queuedAt: row.queued_at,
      sentBy: row.sent_by,
      helperId: row.helper_id,
    },
    address: secrets.open<string>(row.address_sealed, addressSealContext(id)),
    values: row.values_sealed && secrets.open<Values>(row.values_sealed, valuesSealContext(id)),
    ...{ repeatsId: row.repeats_id, repeats: Number(row.repeats ?? 0) },
  };
}

/** Up to `limit` mails to a patient, newest first. */
export async function mailsOf(
  services: Pick<Services, "db" | "secrets">,
  patientId: string,
  cursor: KeysetCursor | null,
  limit: number,
): Promise<KeptMail[]> {
  const rows = await mailRows(services.db, patientId)
    .where(beyondCursor("queued_at", "<", "id", cursor))
    .orderBy("queued_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => toKeptMail(services, row));
}

/** One of them. */
export async function mailOf(
  services: Pick<Services, "db" | "secrets">,
  patientId: string,
  id: string,
): Promise<KeptMail | null> {
  const row = await mailRows(services.db, patientId).where("id", "=", id).executeTakeFirst();
  return row ? toKeptMail(services, row) : null;
}

/** When the practice last sent one of these to each of these patients. */
export async function lastSentByPractice(
  db: Database,
  patientIds: readonly string[],
  mails: readonly PatientMailId[],
): Promise<ReadonlyMap<string, Date>> {
  if (patientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("patient_mail")
    .select("patient_id")
    .select(({ fn }) => fn.max("queued_at").as("at"))
    .where("patient_id", "in", [...patientIds])
    .where("mail", "in", [...mails])
    .where("sent_by", "is not", null)
    .groupBy("patient_id")
    .execute();
  return new Map(rows.map(({ patient_id, at }) => [patient_id, at]));
}

export const mailCleanupQueue = "notifications.forget-mails";
/** The contract promises 90 days. */
const retentionMs = 90 * 24 * 3_600_000;

/** Defines the nightly queue that forgets mails. */
export function defineMailCleanup(jobs: Jobs, services: Pick<Services, "db" | "clock" | "jobs">): void {
  const forget = deleteAged(services, mailCleanupQueue, async (until) => {
    const before = new Date(until.getTime() - retentionMs);
    const old = services.db.selectFrom("patient_mail").select("id").where("queued_at", "<", before);
    await services.db.updateTable("patient_mail").set({ repeats_id: null }).where("repeats_id", "in", old).execute();
    await services.db.deleteFrom("patient_mail").where("queued_at", "<", before).execute();
  });
  jobs.define(mailCleanupQueue, forget, { cron: "19 4 * * *" });
}
