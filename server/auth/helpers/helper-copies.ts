import { sql } from "kysely";
import type { HelperCopyMailId, PatientMailId } from "#content/schema/texts/mails.ts";
import { type HelperCopy, type HelperPart, helperCopies } from "#contract/account/helpers.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { isOpen } from "../patients/open-helper.ts";

/*
 * A patient may let a helper have copies of mails, within the parts they shared. What is copied is a closed list: nothing about signing in, about health, or
 * that asks the patient to decide. A copy has words of its own and leads to the helper's page. Nobody gets one before they have opened the link that was
 * mailed to their address.
 */

/** The part each copy is of. */
const partOf: Readonly<Record<HelperCopy, HelperPart>> = {
  charges: "orders",
  payments: "orders",
  packages: "orders",
  messages: "messages",
  documents: "documents",
};

/** Which mails to a patient have copies, of which kind, and the mail that is one. */
export const copiedMails = {
  charge_reminder: { copy: "charges", mail: "helper_copy_charge" },
  payment_failed: { copy: "payments", mail: "helper_copy_payment" },
  payment_failed_last: { copy: "payments", mail: "helper_copy_payment" },
  card_missing: { copy: "payments", mail: "helper_copy_payment" },
  card_refused: { copy: "payments", mail: "helper_copy_payment" },
  order_shipped: { copy: "packages", mail: "helper_copy_package" },
  order_part_shipped: { copy: "packages", mail: "helper_copy_package" },
  order_returned: { copy: "packages", mail: "helper_copy_package_back" },
  message_waiting: { copy: "messages", mail: "helper_copy_message" },
  letter_issued: { copy: "documents", mail: "helper_copy_document" },
} as const satisfies Partial<Record<PatientMailId, { readonly copy: HelperCopy; readonly mail: HelperCopyMailId }>>;

export type CopiedMailId = keyof typeof copiedMails;
export const isCopied = (mail: string): mail is CopiedMailId => Object.hasOwn(copiedMails, mail);

/** The copies a helper with these parts may have. */
export const copiesWithin = (parts: readonly string[]): HelperCopy[] =>
  helperCopies.filter((copy) => parts.includes(partOf[copy]));

/** Whether something on a patient's chart forbids that anybody else is mailed. */
export type ForbidsCopies = (
  services: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  patientId: string,
) => Promise<boolean>;

/** Who gets a copy of this kind now. What the chart forbids is asked apart. */
const recipients = ({ db, clock }: Pick<Services, "clock"> & { readonly db: Database }, copy: HelperCopy) =>
  db
    .selectFrom("helper")
    .innerJoin("patient", "patient.id", "helper.patient_id")
    .select([
      "helper.id",
      "helper.email",
      "helper.firstname",
      "helper.patient_id",
      "patient.firstname as patient_firstname",
    ])
    .where(isOpen(clock.now()))
    .where("helper.joined_at", "is not", null)
    .where("helper.copies_stopped_at", "is", null)
    .where("patient.closed_at", "is", null)
    .where(sql<boolean>`${copy} = any (helper.copies) and ${partOf[copy]} = any (helper.parts)`);

/** Whoever gets a copy of a mail to this patient now. An address that takes no mail gets no further ones; those that are queued ask its server again. */
export const copyRecipients = (
  services: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  mail: CopiedMailId,
) =>
  recipients(services, copiedMails[mail].copy)
    .where("helper.patient_id", "=", patientId)
    .where("helper.email_refused_at", "is", null)
    .execute();

/** The helper, as long as they get copies that this mail is one of. */
export async function copyRecipient(
  services: Pick<Services, "clock"> & { readonly db: Database },
  helperId: string,
  mail: HelperCopyMailId,
) {
  const copy = Object.values(copiedMails).find((each) => each.mail === mail)?.copy;
  return copy && recipients(services, copy).where("helper.id", "=", helperId).executeTakeFirst();
}

/** Keeps which copies a patient chose for a helper. Fewer may be chosen whatever the chart says. */
export async function chooseCopies(
  services: Services & Refuses<"wrong_state" | "not_found">,
  forbidsCopies: ForbidsCopies,
  {
    patientId,
    id,
    copies,
  }: { readonly patientId: string; readonly id: string; readonly copies: readonly HelperCopy[] },
): Promise<void> {
  await inTransaction(services, async (tx) => {
    const helper = await tx.db
      .selectFrom("helper")
      .select(["firstname", "parts", "copies", "joined_at"])
      .where("id", "=", id)
      .where("patient_id", "=", patientId)
      .where(isOpen(tx.clock.now()))
      .forUpdate()
      .executeTakeFirst();
    if (!helper) throw services.refuse("not_found");
    const name = helper.firstname;
    const refuse = (message: ReturnType<typeof sentence>) => services.refuse("wrong_state", { message });
    if (helper.joined_at === null) throw refuse(sentence("account.helper_copies_later", { name }));
    const allowed = copiesWithin(helper.parts);
    if (copies.some((copy) => !allowed.includes(copy))) throw refuse(sentence("account.helper_copies_part", { name }));
    if (copies.some((copy) => !helper.copies.includes(copy)) && (await forbidsCopies(tx, patientId)))
      throw refuse(sentence("account.helper_copies_chart"));
    const chosen = allowed.filter((copy) => copies.includes(copy));
    await tx.db.updateTable("helper").set({ copies: chosen }).where("id", "=", id).execute();
  });
}

/** Stops the copies to a helper who wants none, or lets them come again; the same again changes nothing. What the patient chose stays. */
export async function wantCopies({ db, clock }: TxServices | Services, id: string, want: boolean): Promise<void> {
  await db
    .updateTable("helper")
    .set({ copies_stopped_at: want ? null : clock.now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("copies_stopped_at", want ? "is not" : "is", null)
    .execute();
}
