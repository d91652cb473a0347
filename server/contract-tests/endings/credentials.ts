import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { growth } from "#contract/growth/calls.ts";
import { referralCodeOf } from "#server/growth/testing/referrals.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";

/** A secret that opens something, by name. Trying a single-use one uses it, so each is tried once, after the ending. */
export interface Credential {
  readonly name: string;
  readonly opens: () => Promise<boolean>;
}

export const credential = (name: string, opens: () => Promise<boolean>): Credential => ({ name, opens });
export const isOk = async (call: Promise<{ readonly status: number }>): Promise<boolean> => (await call).status < 300;

/** The code in the newest mail to this address that matches. */
export async function mailedCode(server: TestServer, email: string, pattern: RegExp): Promise<string> {
  await server.jobs.drain();
  for (const { text } of await server.mailbox.list(email)) {
    const code = pattern.exec(text)?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`No mail to ${email} matches ${pattern}`);
}

/** Everything that opens something of a patient: of the session they are in, of another one, and what was mailed. */
export async function credentialsOf(server: TestServer, patient: TestPatient): Promise<readonly Credential[]> {
  const { password, token } = patient;
  const { email } = (await server.call(account.user, {}, { token })).ok;
  const other = await server.call(auth.signIn, { body: { email, password } });
  const newEmail = `new-${newId()}@example.com`;
  await server.call(auth.forgotPassword, { body: { email } });
  const change = await server.call(account.changeEmail, { body: { email: newEmail, password } }, { token });
  if (change.status !== 200) throw new Error(`The e-mail can't be changed: ${change.raw.payload}`);
  const recovery = await mailedCode(server, email, /[?&]c=([\w-]{43})/);
  const confirmation = await mailedCode(server, newEmail, /email\?code=([\w-]{43})/);
  const referralcode = await referralCodeOf(server, patient);
  return [
    ...(await ofSession(server, "this session", token, patient.refreshToken)),
    ...(await ofSession(server, "another session", other.ok.idToken, other.cookies["refreshToken"] ?? "")),
    credential("recovery link", async () => {
      const account = server.services.db.selectFrom("patient").select("email").where("id", "=", patient.id);
      const { email: current } = await account.executeTakeFirstOrThrow();
      const tries = [email, current].map((each) =>
        isOk(server.call(auth.checkRecovery, { body: { email: each, code: recovery } })),
      );
      return (await Promise.all(tries)).includes(true);
    }),
    credential("e-mail confirmation", () => isOk(server.call(account.verifyEmail, { body: { code: confirmation } }))),
    credential("referral code", () => isOk(server.call(growth.checkReferral, { body: { referralcode } }))),
    // Last, because the confirmation, where it opens, changed the e-mail.
    credential("password", async () => {
      const tries = [email, newEmail].map((each) => server.call(auth.signIn, { body: { email: each, password } }));
      return (await Promise.all(tries)).some(({ status }) => status === 200);
    }),
  ];
}

async function ofSession(server: TestServer, whose: string, token: string, refreshToken: string) {
  const { ok: carried } = await server.call(auth.getOneTimeToken, { body: {} }, { token });
  const { ok: sessions } = await server.call(account.sessions, {}, { token });
  const id = sessions.items.find(({ current }) => current)?.id;
  let isConnected = true;
  server.services.revokedSessions.onRevoked((ended) => {
    if (ended === id) isConnected = false;
  });
  return [
    credential(`${whose}: live connection`, () => Promise.resolve(isConnected)),
    credential(`${whose}: one-time token`, () => isOk(server.call(auth.getToken, { body: carried }))),
    credential(`${whose}: access token`, () => isOk(server.call(account.user, {}, { token }))),
    credential(`${whose}: refresh token`, () =>
      isOk(server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } })),
    ),
  ];
}
