import { decodeJwt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { closeAccount } from "../accounts/close-account.ts";
import { stopEmailChange } from "../accounts/email-change-by-practice.ts";
import { confirmEmailChange } from "../accounts/email-change.ts";
import { confirmPasswordRecovery } from "../accounts/recovery.ts";
import { changePassword } from "../accounts/set-password.ts";
import { authHandlers } from "../routes.ts";
import { issueLink } from "../single-use-links.ts";
import { endSession } from "./session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

type Node = Parameters<typeof closeAccount>[0] &
  Parameters<typeof confirmPasswordRecovery>[0] &
  Parameters<typeof changePassword>[0] &
  Parameters<typeof confirmEmailChange>[0];

/** The services of a node, and the sessions it knows to have ended. */
function node() {
  const ended: string[] = [];
  const services = {
    ...server.services,
    refuse: (code: string) => new Refusal(code as never),
    revokedSessions: { add: (ids: readonly string[]) => void ended.push(...ids), has: () => false },
  } as unknown as Node;
  return { ended, services };
}
const sessionOf = ({ token }: TestPatient) => String(decodeJwt(token)["sid"]);
const newpassword = "another calm noon";

/** What ends a patient's session, on the node that does it. */
const acts: Readonly<Record<string, (services: Node, patient: TestPatient) => Promise<unknown>>> = {
  "an account that is closed": (services, { id, password }) => closeAccount(services, id, password, []),
  "a password that is changed in another session": (services, { id, password }) =>
    changePassword(services, { patientId: id, sessionId: newId() }, { password, newpassword }),
  "a password that is recovered": async (services, { id, email }) => {
    const { secret: code } = await issueLink(services, "password_recovery", id, 60);
    await confirmPasswordRecovery(services, { email, code, password: newpassword });
  },
  "an e-mail that is taken back": async (services, { id, email }) => {
    const change = await issueLink(services, "email_change", id, 60);
    const stop = await issueLink(services, "email_change_stop", id, 60);
    await services.db
      .insertInto("email_change")
      .values({
        ...{ code_hash: change.digest, patient_id: id, new_email: `${id}@example.com`, expires_at: change.expiresAt },
        ...{ stop_hash: stop.digest, previous_email: email, asked_at: services.clock.now() },
      })
      .execute();
    await confirmEmailChange(services, change.secret);
    await stopEmailChange(services, stop.secret);
  },
  "signing out": (services, patient) => endSession(services, patient.id, sessionOf(patient)),
  "signing out everywhere": (services, { id: patientId }) =>
    authHandlers(() => Promise.resolve("PENDING")).globalSignOut(
      {} as never,
      {
        ...{ ...services, caller: { patientId, sessionId: newId() }, cookies: { clear: () => undefined } },
      } as never,
    ),
};

test.each(Object.keys(acts))(
  "%s ends the session here before anybody is notified, and no other patient's",
  async (name) => {
    const [rosa] = [await server.newPatient(), await server.newPatient()];
    const { ended, services } = node();
    await acts[name]?.(services, rosa);
    expect(ended).toEqual([sessionOf(rosa)]);
  },
);
