import { account } from "#contract/account/calls.ts";
import type { Helper, HelperPart } from "#contract/account/helpers.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";

export const helperPassword = "quiet amber meadow";

export interface Joined {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

let count = 0;
const newEmail = () => `ana.${Date.now()}.${(count += 1)}@example.com`;

/** Invites somebody to help a patient. */
export async function invite(
  server: TestServer,
  patient: TestPatient,
  {
    parts = ["orders", "messages", "documents"],
    email = newEmail(),
    firstname = "Ana",
    password = patient.password,
  }: Partial<{ parts: readonly HelperPart[]; email: string; firstname: string; password: string }> = {},
) {
  const body = {
    ...{ firstname, lastname: "Frost", email, parts: [...parts], password },
    authorization: server.services.content.helpers.authorization.version,
  };
  const answer = await server.call(account.inviteHelper, { body }, { token: patient.token });
  return { ...answer, email };
}

/** The code of the newest link that was mailed to an address. */
export async function linkCode(server: TestServer, email: string): Promise<string> {
  await server.jobs.drain();
  for (const { text } of await server.mailbox.list(email)) {
    const code = /#([\w-]{43})/.exec(text)?.[1];
    if (code) return code;
  }
  throw new Error(`No link was mailed to ${email}`);
}

/** A helper who accepted an invitation of the patient's and is signed in. */
export async function joinedHelper(
  server: TestServer,
  patient: TestPatient,
  options: Parameters<typeof invite>[2] = {},
): Promise<Joined> {
  const { email, ok } = await invite(server, patient, options);
  const id = ok.items.find((each) => each.email === email)?.id ?? "";
  const code = await linkCode(server, email);
  const joined = await server.call(account.useHelperLink, { body: { code, password: helperPassword } });
  if (joined.status !== 200) throw new Error(JSON.stringify(joined.problem) + server.logged().slice(-3000));
  return { id, email, token: joined.ok.idToken ?? "", refreshToken: joined.cookies["refreshToken"] ?? "" };
}

/** A patient's helper as their page shows it. */
export async function helperOf(server: TestServer, patient: TestPatient, id: string): Promise<Helper> {
  const { ok } = await server.call(account.helpers, {}, { token: patient.token });
  return ok.items.find((each) => each.id === id) as Helper;
}
