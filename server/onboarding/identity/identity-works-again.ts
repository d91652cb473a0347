import { patientById } from "#server/auth/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { identityStates } from "#server/platform/database/states.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * While nobody can check identities, a visit stops at its fifth step, and the number that was entered isn't kept to be tried again. So whoever was told "not
 * just now", and didn't get through since, reads in one mail when it works again. Nobody is put in a person's review by an outage.
 */

/** Whoever tries again within the first minutes needs no mail, in milliseconds. */
const graceMs = 10 * 60_000;
/** At once, so that a mail is true when it's read. */
const mailsAtOnce = 200;

/** Mails those who wait, once it works. Asks the vendor, about nobody, only while somebody waits. */
export async function mailIdentityWorksAgain(services: Services): Promise<void> {
  const { db, clock, identity, log } = services;
  const until = new Date(clock.now().getTime() - graceMs);
  const waiting = await db
    .selectFrom("onboarding")
    .innerJoin("patient", "patient.id", "onboarding.patient_id")
    .select("patient_id")
    .where("identity_unchecked_at", "<=", until)
    .where("onboarding.status", "=", "PENDING")
    .where("identity_status", "in", identityStates.retriable.list)
    .where("stop_rule_id", "is", null)
    .where("patient.closed_at", "is", null)
    .orderBy("identity_unchecked_at")
    .limit(mailsAtOnce)
    .execute();
  if (waiting.length === 0 || !(await identity.works())) return;
  const ids = waiting.map(({ patient_id }) => patient_id);
  await processEach(log, "mail that identities can be checked again", ids, (id) => mailOne(services, id));
}

function mailOne(services: Services, patientId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const told = await tx.db
      .updateTable("onboarding")
      .set({ identity_unchecked_at: null })
      .where("patient_id", "=", patientId)
      .where("identity_unchecked_at", "is not", null)
      .executeTakeFirst();
    if (told.numUpdatedRows === 0n) return;
    const { email, firstname } = await patientById(tx, patientId);
    const link = `${services.config.publicUrl}/identity-verification`;
    await queuePatientMail(tx, {
      patientId,
      mail: "identity_works_again",
      to: email,
      values: { firstname: greetingName(firstname), link },
    });
  });
}
