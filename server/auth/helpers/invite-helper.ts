import type { HelperPart } from "#contract/account/helpers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName, queueMail, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { requireCurrentPassword } from "../passwords/password.ts";
import { accountById, lockOpenAccount } from "../patients/account-queries.ts";
import { endLinks, issueLink } from "../single-use-links.ts";
import { settleEnded } from "./end-helper.ts";
import { helperLink, helperName, helpersPage, patientName } from "./helper-mails.ts";
import { endOfAuthorization, type HelperRow, helpersOf, tooMany } from "./helpers.ts";

interface Invitation {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly parts: readonly HelperPart[];
  /** The version of the text that the patient read. */
  readonly authorization: string;
  readonly password: string;
}

/**
 * Invites somebody to help a patient who knows their password, because it opens what a session alone shouldn't give away. Somebody invited who hasn't joined
 * is invited anew: what was chosen last counts, and the link mailed before ends.
 */
export async function inviteHelper(
  services: Services & Refuses<"wrong_credentials" | "wrong_state" | "conflict">,
  patientId: string,
  { password, ...invitation }: Invitation,
): Promise<void> {
  const { db, content } = services;
  const account = await accountById(db, patientId);
  await requireCurrentPassword(services, password, account.password_hash);
  if (invitation.authorization !== content.helpers.authorization.version)
    throw services.refuse("conflict", { message: sentence("account.helper_text_changed") });
  await inTransaction(services, async (tx) => {
    if (!(await lockOpenAccount(tx.db, patientId))) throw services.refuse("wrong_credentials");
    await settleEnded(tx, patientId);
    const id = await keepInvitation(tx, services, { ...invitation, patientId, ownEmail: account.email });
    await mailInvitation(tx, { id, patientId, account, invitation });
  });
}

/** The row of the helper who is invited, new or not. */
async function keepInvitation(
  tx: TxServices,
  { refuse }: Refuses<"wrong_state">,
  {
    patientId,
    ownEmail,
    ...invitation
  }: Omit<Invitation, "password"> & { readonly patientId: string; readonly ownEmail: string },
): Promise<string> {
  const { firstname, lastname, email, parts, authorization } = invitation;
  if (isSame(email, ownEmail)) throw refused(refuse, "email", sentence("account.helper_yourself"));
  const rows = await helpersOf(tx.db, patientId);
  const known = rows.find((row) => row.ended_at === null && isSame(row.email, email));
  if (known && known.joined_at !== null)
    throw refused(refuse, "email", sentence("account.helper_known", { name: known.firstname }));
  const values = {
    ...{ firstname, lastname, email, parts: [...new Set(parts)], authorization_version: authorization },
    authorized_at: tx.clock.now(),
    expires_at: endOfAuthorization(tx),
    email_refused_at: null,
  };
  if (known) {
    // A link that's being used holds the row: what its helper agreed to isn't changed behind them.
    const { numUpdatedRows: changed } = await tx.db
      .updateTable("helper")
      .set(values)
      .where("id", "=", known.id)
      .where("joined_at", "is", null)
      .executeTakeFirst();
    if (changed === 0n) throw refused(refuse, "email", sentence("account.helper_known", { name: known.firstname }));
    await endLinks(tx, ["helper_invitation"], known.id);
    return known.id;
  }
  const obstacle = tooMany(tx, rows);
  if (obstacle !== null) throw refuse("wrong_state", { message: obstacle });
  const id = newId();
  await tx.db
    .insertInto("helper")
    .values({ id, patient_id: patientId, ...values })
    .execute();
  return id;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const refused = (refuse: Refuses<"wrong_state">["refuse"], path: string, message: ReturnType<typeof sentence>) =>
  refuse("wrong_state", { message, fields: [{ path, message }] });

/** The link goes to the helper; the patient is mailed as well, in case it wasn't them. */
async function mailInvitation(
  tx: TxServices,
  {
    id,
    patientId,
    account,
    invitation: { firstname, email },
  }: {
    readonly id: HelperRow["id"];
    readonly patientId: string;
    readonly account: Awaited<ReturnType<typeof accountById>>;
    readonly invitation: Pick<Invitation, "firstname" | "email">;
  },
): Promise<void> {
  const { linkdays } = tx.content.helpers;
  const { secret, expiresAt } = await issueLink(tx, "helper_invitation", id, linkdays * 86_400);
  await queueMail(tx, {
    mail: "helper_invited",
    to: email,
    about: patientId,
    values: {
      helper: greetingName(firstname),
      name: patientName(account.firstname),
      link: helperLink(tx, secret),
      days: String(linkdays),
    },
    until: expiresAt,
  });
  await queuePatientMail(tx, {
    patientId,
    mail: "helper_asked",
    to: account.email,
    values: { firstname: greetingName(account.firstname), helper: helperName(firstname), link: helpersPage(tx) },
  });
}
