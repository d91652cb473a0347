import type { Content } from "#content/loader/load.ts";
import type { Config } from "#server/config.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { RequestMetadata } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName, oncePerHour, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { mailDismissed } from "../dismissed-email.ts";
import { refuseCommonPassword } from "../passwords/common-password.ts";
import { hashPassword } from "../passwords/password.ts";
import { accountByEmail, insertAccount } from "../patients/account-queries.ts";
import { type LiveSession, startSession } from "../sessions/session.ts";
import { signInWithPassword } from "../sessions/sign-in.ts";
import { type ConsentVersion, recordConsents } from "./consents.ts";
import { enqueueSignUpReferral } from "./referred.ts";

export interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly acceptedterms?: string | undefined;
  readonly invitationcode?: string | undefined;
  /** Of the friend who referred the patient. */
  readonly referralcode?: string | undefined;
}

type Deps = Services & { readonly request: RequestMetadata };

/**
 * Creates an account with its visit and a session. A known e-mail with its right password signs in instead; with a wrong
 * one it is refused `email_taken`, and the account's owner gets a mail. Refuses `common_password` before either.
 */
export async function signUp(
  services: Deps & Refuses<"common_password" | "email_taken">,
  details: SignUpInput,
  nonRxOnly: boolean,
): Promise<LiveSession> {
  const { db, content } = services;
  refuseCommonPassword(services, details.password);
  const consents = signUpConsents(content, details.acceptedterms);
  const known = await accountByEmail(db, details.email);
  if (!known && (await mailDismissed(services, details.email))) throw services.refuse("email_taken");
  const session = known ? null : await createAccount(services, details, consents, nonRxOnly);
  return session ?? signInExistingAccount(services, details, consents);
}

/** Null when somebody else took the e-mail meanwhile. */
async function createAccount(
  services: Deps,
  details: SignUpInput,
  consents: readonly ConsentVersion[],
  nonRxOnly: boolean,
): Promise<LiveSession | null> {
  const { clock, request, config } = services;
  const { email, firstname = null, lastname = null } = details;
  const passwordHash = await hashPassword(config, details.password);
  const patientId = newId();
  return inTransaction(services, async (tx) => {
    const isCreated = await insertAccount(tx, {
      id: patientId,
      email,
      passwordHash,
      firstname,
      lastname,
      nonRxOnly,
      termsVersion: details.acceptedterms ?? null,
      invitationCode: details.invitationcode ?? null,
      now: clock.now(),
    });
    if (!isCreated) return null;
    await recordConsents(tx, patientId, consents);
    const { tracking, cookieId } = request;
    await services.events.announce(tx.db, "account.created", { patientId, nonRxOnly, tracking, cookieId });
    const { referralcode } = details;
    if (referralcode !== undefined) await enqueueSignUpReferral(tx.db, services, { patientId, referralcode });
    const values = { firstname: greetingName(firstname), link: config.publicUrl };
    await queuePatientMail(tx, { patientId, mail: "welcome", to: email, values });
    return startSession(tx.db, { clock }, { patientId, userAgent: request.userAgent });
  });
}

async function signInExistingAccount(
  services: Deps & Refuses<"email_taken">,
  { email, password }: SignUpInput,
  consents: readonly ConsentVersion[],
): Promise<LiveSession> {
  const session = await signInWithPassword(services, { email, password, userAgent: services.request.userAgent });
  if (session === null || session === "dismissed") {
    await mailAccountOwner(services, email);
    throw services.refuse("email_taken");
  }
  await recordConsents(services, session.patientId, consents);
  return session;
}

/** Sends at most one mail an hour, however many attempts there are. */
async function mailAccountOwner(services: Deps, email: string): Promise<void> {
  const { db, config } = services;
  const owner = await accountByEmail(db, email);
  if (!owner) return;
  const values = {
    firstname: greetingName(owner.firstname),
    loginlink: `${config.publicUrl}/login`,
    recoverylink: `${config.publicUrl}/forgot-password`,
  };
  const dedupeKey = oncePerHour(services, `signup_known_email:${owner.id}`);
  await queuePatientMail(services, {
    patientId: owner.id,
    mail: "signup_known_email",
    to: owner.email,
    values,
    dedupeKey,
  });
}

/** Whether this code opens sign-up: always when the practice requires none. */
export function isSignUpOpen({ invitationCodes }: Pick<Config, "invitationCodes">, code: string | undefined): boolean {
  if (invitationCodes.length === 0) return true;
  return code !== undefined && invitationCodes.some((known) => known.toLowerCase() === code.toLowerCase());
}

/** Refuses `bad_request` at the field for an invalid sign-up code. */
export function refuseWithoutInvitation(
  config: Pick<Config, "invitationCodes">,
  code: string | undefined,
  path: string,
): void {
  if (isSignUpOpen(config, code)) return;
  const message = code ? sentence("auth.unknown_code") : sentence("auth.enter_code");
  throw new Refusal("bad_request", { fields: [{ path, message }] });
}

/** Consents given by accepting the terms of `version` at sign-up; refuses a version that is not the current one. */
function signUpConsents(
  { consents }: Pick<Content, "consents">,
  version: string | undefined,
): readonly ConsentVersion[] {
  if (version === undefined) return [];
  const acceptedConsents = consents.filter((consent) => consent.at === "signup" && consent.version === version);
  if (acceptedConsents.length > 0) return acceptedConsents.map(({ id }) => ({ id, version }));
  const message = sentence("auth.terms_changed");
  throw new Refusal("bad_request", { fields: [{ path: "acceptedterms", message }] });
}
