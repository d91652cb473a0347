import { patientsVariants } from "#server/growth/public.ts";
import { createOnboarding } from "#server/onboarding/public.ts";
import { transact } from "#server/platform/database/open.ts";
import type { RequestFacts } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { accountByEmail, insertAccount } from "./account-queries.ts";
import { type ConsentVersion, recordConsents } from "./consents.ts";
import { refuseCommon } from "./common-password.ts";
import { hashPassword } from "./password.ts";
import { announceReferred } from "./referred.ts";
import { signInWithPassword } from "./sign-in.ts";
import { signUpConsents } from "./sign-up-rules.ts";
import { type LiveSession, startSession } from "./session.ts";

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
  readonly acceptedterms?: string | undefined;
  readonly invitationcode?: string | undefined;
  /** Of the friend who sent her. */
  readonly referralcode?: string | undefined;
}

type Parts = Services & { readonly request: RequestFacts };

const hourMs = 3_600_000;

/**
 * Makes an account with its visit and a session. A known e-mail with its right password signs in instead; with a wrong
 * one it is refused `email_taken`, and its owner gets a mail. Refuses `common_password` before either.
 */
export async function signUp(parts: Parts, details: SignUp, nonRxOnly: boolean): Promise<LiveSession> {
  const { db, content } = parts;
  refuseCommon(content.commonpasswords, details.password);
  const consents = signUpConsents(content, details.acceptedterms);
  const known = await accountByEmail(db, details.email);
  const session = known ? null : await makeAccount(parts, details, consents, nonRxOnly);
  return session ?? signInAsKnown(parts, details, consents);
}

/** Null when somebody else took the e-mail meanwhile. */
async function makeAccount(
  parts: Parts,
  details: SignUp,
  consents: readonly ConsentVersion[],
  nonRxOnly: boolean,
): Promise<LiveSession | null> {
  const { db, clock, request, config } = parts;
  const { email, firstname = null, lastname = null } = details;
  const passwordHash = await hashPassword(config, details.password);
  const patientId = newId();
  return transact(db, async (tx) => {
    const made = await insertAccount(tx, {
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
    if (!made) return null;
    await recordConsents({ db: tx, clock }, patientId, consents);
    await createOnboarding({ ...parts, db: tx }, { patientId, tracking: request.tracking, nonRxOnly });
    await patientsVariants({ ...parts, db: tx }, patientId, request.cookieId);
    const { referralcode } = details;
    if (referralcode !== undefined) await announceReferred(tx, parts, { patientId, referralcode });
    const values = { firstname: greetingName(firstname), link: config.publicUrl };
    await queueMail({ ...parts, db: tx }, { mail: "welcome", to: email, values, dedupeKey: `welcome:${patientId}` });
    return startSession(tx, { clock }, { patientId, userAgent: request.userAgent });
  });
}

async function signInAsKnown(
  parts: Parts,
  { email, password }: SignUp,
  consents: readonly ConsentVersion[],
): Promise<LiveSession> {
  const session = await signInWithPassword(parts, { email, password, userAgent: parts.request.userAgent });
  if (session === null) {
    await tellOwner(parts, email);
    throw new Refusal("email_taken");
  }
  await recordConsents(parts, session.patientId, consents);
  return session;
}

/** At most one mail an hour, however often it is tried. */
async function tellOwner(parts: Parts, email: string): Promise<void> {
  const { db, clock, config } = parts;
  const owner = await accountByEmail(db, email);
  if (!owner) return;
  const values = {
    firstname: greetingName(owner.firstname),
    loginlink: `${config.publicUrl}/login`,
    recoverylink: `${config.publicUrl}/forgot-password`,
  };
  const dedupeKey = `signup_known_email:${owner.id}:${Math.floor(clock.now().getTime() / hourMs)}`;
  await queueMail(parts, { mail: "signup_known_email", to: owner.email, values, dedupeKey });
}
