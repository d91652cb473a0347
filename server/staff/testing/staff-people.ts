import type { Endpoint, Input } from "#contract/http/endpoint.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { type CallOptions, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { codeAt } from "../factors/authenticator.ts";

/** A browser of the practice's staff: keeps the session's cookie from call to call. */
export function staffBrowser(server: TestServer) {
  let cookies: Record<string, string> = {};
  return {
    cookies: () => cookies,
    async call<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}) {
      const result = await server.call(endpoint, input, {
        ...options,
        cookies,
        headers: { "sec-fetch-site": "same-origin", ...options.headers },
      });
      cookies = Object.fromEntries(
        Object.entries({ ...cookies, ...result.cookies }).filter(([, value]) => value !== ""),
      );
      return result;
    },
  };
}
export type StaffBrowser = ReturnType<typeof staffBrowser>;

export const staffPassword = "lavender between two hedges";

/** Somebody who is signed in, with an authenticator app. */
export interface StaffPerson {
  readonly id: string;
  readonly email: string;
  readonly browser: StaffBrowser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code the app shows now. */
  readonly code: () => string;
}

/** The newest link mailed to this address. */
export const mailedToken = async (server: TestServer, email: string): Promise<string> => {
  await server.jobs.drain();
  const [newest] = await server.mailbox.list(email);
  const token = /\/clinic\/join#([\w-]{43})/.exec(newest?.text ?? "")?.[1];
  if (!token) throw new Error(`No link was mailed to ${email}`);
  return token;
};

/** Invites somebody with these roles by the practice's key. */
export async function invited(server: TestServer, roles: readonly Role[], doctorid?: string) {
  const email = `s-${newId()}@practice.example`;
  const body = { email, name: "Ines Falk", roles: [...roles], ...(doctorid ? { doctorid } : {}) };
  const { status, ok, raw } = await server.call(staff.invite, { body }, { apiKey: testApiKey });
  if (status !== 201) throw new Error(`Inviting answered ${status}: ${raw.payload}`);
  return { id: ok.id, email };
}

/** Somebody with these roles, invited, enrolled with an authenticator app, and signed in. */
export async function signedInStaff(
  server: TestServer,
  roles: readonly Role[],
  doctorid?: string,
): Promise<StaffPerson> {
  const { id, email } = await invited(server, roles, doctorid);
  const browser = staffBrowser(server);
  await browser.call(staff.acceptInvitation, {
    body: { token: await mailedToken(server, email), password: staffPassword },
  });
  const { secret } = (await browser.call(staff.newAuthenticator, { body: {} })).ok;
  const code = () => codeAt(secret, server.clock.now());
  const added = await browser.call(staff.confirmAuthenticator, { body: { code: code() } });
  if (added.status !== 200) throw new Error(`Enrolling answered ${added.status}: ${added.raw.payload}`);
  return { id, email, browser, secret, code, recoveryCodes: added.ok.recoverycodes ?? [] };
}
