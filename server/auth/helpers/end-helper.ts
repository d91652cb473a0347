import { inTransaction } from "#server/platform/database/open.ts";
import { greetingName, queueMail, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { accountById } from "../patients/account-queries.ts";
import { hasReportedDeath } from "../patients/death-reported.ts";
import { revokeSessions } from "../sessions/session-queries.ts";
import { endLinks } from "../single-use-links.ts";
import { helperName, helpersPage, patientName } from "./helper-mails.ts";

type EndedBy = "patient" | "helper" | "account" | "expired";

const helperLinks = ["helper_invitation", "helper_recovery"] as const;

/** Ends what a helper of the patient may do, with every session of theirs, at once. False where there's no such helper; a repeat changes nothing. */
export async function endHelper(
  services: Services,
  { patientId, id, by }: { readonly patientId: string; readonly id: string; readonly by: "patient" | "helper" },
): Promise<boolean> {
  const ended = await inTransaction(services, async (tx) => {
    const row = await tx.db
      .selectFrom("helper")
      .select("id")
      .where("id", "=", id)
      .where("patient_id", "=", patientId)
      .executeTakeFirst();
    return row ? endLocked(tx, { patientId, by, only: id }) : null;
  });
  services.revokedSessions.add(ended ?? []);
  return ended !== null;
}

/** Ends what every helper of an account that closes, or becomes part of another one, may do. Their sessions are the account's and end with it. */
export async function endHelpers(tx: TxServices, patientId: string): Promise<void> {
  await endLocked(tx, { patientId, by: "account" });
}

/** Ends what is over by itself, of one patient or, each hour, of all; both are mailed. */
export async function settleEnded(tx: TxServices, patientId: string): Promise<void> {
  await endLocked(tx, { patientId, by: "expired" });
}

/** Of the patients with a helper whose time is over, one after the other. */
export async function endExpiredHelpers(services: Services): Promise<void> {
  const rows = await services.db
    .selectFrom("helper")
    .select("patient_id")
    .distinct()
    .where("ended_at", "is", null)
    .where("expires_at", "<=", services.clock.now())
    .execute();
  for (const { patient_id: id } of rows) await inTransaction(services, (tx) => settleEnded(tx, id));
}

/** The helpers' rows first: a sign-in that holds one has started its session, and one that waits finds it ended. Returns the sessions that ended. */
async function endLocked(
  tx: TxServices,
  { patientId, by, only }: { readonly patientId: string; readonly by: EndedBy; readonly only?: string },
): Promise<readonly string[]> {
  const { db, clock } = tx;
  const now = clock.now();
  const rows = await db
    .selectFrom("helper")
    .select(["id", "email", "firstname", "joined_at", "account_id", "expires_at"])
    .where("patient_id", "=", patientId)
    .where("ended_at", "is", null)
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? ""))
    .$if(by === "expired", (query) => query.where("expires_at", "<=", now))
    .orderBy("id")
    .forUpdate()
    .execute();
  const sessions: string[] = [];
  for (const row of rows) {
    const endedAt = by === "expired" ? row.expires_at : now;
    await db
      .updateTable("helper")
      .set({ ended_at: endedAt, ended_by: by, account_id: null })
      .where("id", "=", row.id)
      .execute();
    await endLinks(tx, helperLinks, row.id);
    if (only !== undefined) sessions.push(...(await revokeSessions(db, patientId, now, { ofHelper: row.id })));
    if (row.account_id !== null) await dropUnusedAccount(tx, row.account_id);
    await mailEnd(tx, patientId, row, by);
  }
  return sessions;
}

/** Nothing of a sign-in stays that is for nobody any more. */
async function dropUnusedAccount({ db }: TxServices, id: string): Promise<void> {
  await db.selectFrom("helper_account").select("id").where("id", "=", id).forUpdate().execute();
  await db
    .deleteFrom("helper_account")
    .where("id", "=", id)
    .where((of) => of.not(of.exists(of.selectFrom("helper").select("id").where("account_id", "=", id))))
    .execute();
}

/** Both are mailed: a helper who had joined, and the patient unless their account is closing. Nobody where somebody says that the patient died. */
async function mailEnd(
  tx: TxServices,
  patientId: string,
  helper: { readonly email: string; readonly firstname: string; readonly joined_at: Date | null },
  by: EndedBy,
): Promise<void> {
  if (await hasReportedDeath(tx.db, patientId)) return;
  const patient = await accountById(tx.db, patientId);
  if (helper.joined_at !== null)
    await queueMail(tx, {
      mail: "helper_ended",
      to: helper.email,
      values: { helper: greetingName(helper.firstname), name: patientName(patient.firstname) },
    });
  if (by === "account" || (helper.joined_at === null && by === "patient")) return;
  await queuePatientMail(tx, {
    patientId,
    mail: "helper_stopped",
    to: patient.email,
    values: {
      firstname: greetingName(patient.firstname),
      helper: helperName(helper.firstname),
      link: helpersPage(tx),
    },
  });
}
