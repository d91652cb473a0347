import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staff } from "#contract/staff/calls.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { codeAt } from "../factors/authenticator.ts";
import { softwarePasskey } from "../testing/passkey.ts";
import {
  invited,
  mailedToken,
  signedInStaff,
  staffBrowser,
  staffPassword,
  type StaffPerson,
} from "../testing/staff-people.ts";

let server: TestServer;
let nurse: StaffPerson;
let origin: string;
beforeAll(async () => {
  server = await startTestServer();
  origin = server.services.config.publicUrl;
  nurse = await signedInStaff(server, ["nurse"]);
});
afterAll(() => server.close());

type Passkey = ReturnType<typeof softwarePasskey>;
const optionsOf = (answer: { readonly ok: { readonly options: Record<string, unknown> } }) =>
  answer.ok.options as unknown as { readonly challenge: string };

async function addPasskey({ browser }: Pick<StaffPerson, "browser">, passkey: Passkey, name = "Phone") {
  const options = optionsOf(await browser.call(staff.newPasskey, { body: {} }));
  return browser.call(staff.addPasskey, { body: { name, response: passkey.create(options) } });
}

async function signInWith(person: Pick<StaffPerson, "email">, passkey: Passkey) {
  const browser = staffBrowser(server);
  await browser.call(staff.signIn, { body: { email: person.email, password: staffPassword } });
  const options = optionsOf(await browser.call(staff.passkeyChallenge, { body: {} }));
  return browser.call(staff.provePasskey, { body: { response: passkey.get(options) } });
}

/** A fresh proof with the app. */
async function prove(person: StaffPerson) {
  server.clock.advance(60_000);
  await person.browser.call(staff.proveCode, { body: { code: person.code() } });
}

describe("decisions §11 a new person enrolls", () => {
  it("with a password and a passkey; the first factor brings ten recovery codes and opens the session", async () => {
    const { email } = await invited(server, ["nurse"]);
    const browser = staffBrowser(server);
    const token = await mailedToken(server, email);
    const { ok } = await browser.call(staff.acceptInvitation, { body: { token, password: staffPassword } });
    expect(ok.stage).toBe("enrolling");
    const passkey = softwarePasskey({ origin });
    const added = await addPasskey({ browser }, passkey);
    expect([added.status, added.ok.recoverycodes?.length]).toEqual([201, 10]);
    expect(new Set(added.ok.recoverycodes).size).toBe(10);
    expect((await browser.call(staff.session, {})).ok.session?.stage).toBe("open");
    expect((await signInWith({ email }, passkey)).ok.stage).toBe("open");
    const stored = await server.services.db.selectFrom("staff_recovery_code").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(added.ok.recoverycodes?.[0]);
  });

  it("and can do nothing else before", async () => {
    const { email } = await invited(server, ["administrator"]);
    const browser = staffBrowser(server);
    await browser.call(staff.acceptInvitation, {
      body: { token: await mailedToken(server, email), password: staffPassword },
    });
    expect((await browser.call(staff.members, {})).problem.code).toBe("staff_session_ended");
    expect((await browser.call(staff.changePassword, { body: { password: staffPassword } })).status).toBe(401);
  });

  it("whoever is interrupted after the password goes on with the same link, also in another browser, until a factor is set", async () => {
    const { id, email } = await invited(server, ["nurse"]);
    const token = await mailedToken(server, email);
    const [first, second] = [staffBrowser(server), staffBrowser(server)];
    const accept = (browser: typeof first, password: string) =>
      browser.call(staff.acceptInvitation, { body: { token, password } });
    expect((await accept(first, staffPassword)).ok.stage).toBe("enrolling");
    expect((await server.call(staff.invitation, { body: { token } })).ok.email).toBe(email);
    expect((await accept(second, "another lavender hedge")).ok.stage).toBe("enrolling");
    // The earlier browser is out, so that only one of two can set the factor.
    expect((await first.call(staff.newAuthenticator, { body: {} })).problem.code).toBe("staff_session_ended");
    const { secret } = (await second.call(staff.newAuthenticator, { body: {} })).ok;
    const code = codeAt(secret, server.clock.now());
    expect((await second.call(staff.confirmAuthenticator, { body: { code } })).ok.recoverycodes).toHaveLength(10);
    expect((await server.call(staff.invitation, { body: { token } })).problem.code).toBe("link_expired");
    expect((await accept(first, staffPassword)).problem.code).toBe("link_expired");
    // The password is the one chosen last.
    const signIn = (password: string) => staffBrowser(server).call(staff.signIn, { body: { email, password } });
    expect([(await signIn(staffPassword)).status, (await signIn("another lavender hedge")).status]).toEqual([401, 200]);
    const { items } = (await server.call(staff.members, {}, { apiKey: testApiKey })).ok;
    expect(items.find((each) => each.id === id)).toMatchObject({ status: "active", invitationexpiresat: null });
  });

  it("two browsers at the same moment: one of them goes on", async () => {
    const { email } = await invited(server, ["nurse"]);
    const token = await mailedToken(server, email);
    const browsers = [staffBrowser(server), staffBrowser(server)];
    await Promise.all(
      browsers.map((browser) => browser.call(staff.acceptInvitation, { body: { token, password: staffPassword } })),
    );
    const answers = await Promise.all(browsers.map((browser) => browser.call(staff.newAuthenticator, { body: {} })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it("interrupted after the password, they still count as invited: the link can be sent again, and nobody is left to them alone", async () => {
    const { id, email } = await invited(server, ["administrator"]);
    const token = await mailedToken(server, email);
    const browser = staffBrowser(server);
    await browser.call(staff.acceptInvitation, { body: { token, password: staffPassword } });
    const again = await server.call(staff.inviteAgain, { params: { id }, body: {} }, { apiKey: testApiKey });
    expect([again.status, again.ok.status]).toEqual([200, "invited"]);
    const second = await mailedToken(server, email);
    expect(second).not.toBe(token);
    expect((await server.call(staff.invitation, { body: { token } })).problem.code).toBe("link_expired");
    expect((await server.call(staff.invitation, { body: { token: second } })).ok.kind).toBe("invitation");
    // Once they have come in, there is nothing to send again.
    const other = staffBrowser(server);
    await other.call(staff.acceptInvitation, { body: { token: second, password: staffPassword } });
    const { secret } = (await other.call(staff.newAuthenticator, { body: {} })).ok;
    await other.call(staff.confirmAuthenticator, { body: { code: codeAt(secret, server.clock.now()) } });
    const late = await server.call(staff.inviteAgain, { params: { id }, body: {} }, { apiKey: testApiKey });
    expect([late.status, late.problem.code]).toEqual([409, "wrong_state"]);
  });

  it("bad input: a short or a common password, an unknown, an old or a replaced link", async () => {
    const { id, email } = await invited(server, ["nurse"]);
    const token = await mailedToken(server, email);
    const accept = (password: string, by = token) =>
      staffBrowser(server).call(staff.acceptInvitation, { body: { token: by, password } });
    expect((await accept("short")).problem.details?.fields?.[0]?.path).toBe("password");
    expect((await accept("password123456")).problem.code).toBe("common_password");
    expect((await accept(staffPassword, "x".repeat(43))).problem.code).toBe("link_expired");
    const member = await signedInStaff(server, ["administrator"]);
    expect((await member.browser.call(staff.inviteAgain, { params: { id }, body: {} })).status).toBe(200);
    expect((await accept(staffPassword)).problem.code).toBe("link_expired");
    const second = await mailedToken(server, email);
    server.clock.advance(73 * 3_600_000);
    expect((await accept(staffPassword, second)).problem.code).toBe("link_expired");
  });
});

describe("decisions §11 a passkey", () => {
  it("of another person, of another site, and an answer sent twice prove nothing", async () => {
    const nurse = await signedInStaff(server, ["nurse"]);
    const [own, foreign] = [softwarePasskey({ origin }), softwarePasskey({ origin })];
    const other = await signedInStaff(server, ["nurse"]);
    expect((await addPasskey(nurse, own)).status).toBe(201);
    expect((await addPasskey(other, foreign)).status).toBe(201);
    expect((await signInWith(nurse, foreign)).problem.code).toBe("wrong_proof");
    const phishing = softwarePasskey({ origin: "https://calendu1a.example" });
    expect((await addPasskey(nurse, phishing)).problem.code).toBe("wrong_proof");
    const browser = staffBrowser(server);
    await browser.call(staff.signIn, { body: { email: nurse.email, password: staffPassword } });
    const response = own.get(optionsOf(await browser.call(staff.passkeyChallenge, { body: {} })));
    expect((await browser.call(staff.provePasskey, { body: { response } })).status).toBe(200);
    expect((await browser.call(staff.provePasskey, { body: { response } })).problem.code).toBe("wrong_proof");
    expect((await addPasskey(nurse, own)).problem.code).toBe("conflict");
  });

  it("whose counter does not rise still signs in, and is marked", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const key = softwarePasskey({ origin, counts: true });
    await addPasskey(person, key);
    expect((await signInWith(person, key)).status).toBe(200);
    expect((await person.browser.call(staff.factors, {})).ok.passkeys).toMatchObject([{ suspicious: false }]);
    key.rewind();
    expect((await signInWith(person, key)).status).toBe(200);
    expect((await person.browser.call(staff.factors, {})).ok.passkeys).toMatchObject([{ suspicious: true }]);
  });

  it.each([{}, { id: 7 }, { id: "x".repeat(4000) }, { id: "AAAA", response: null }])(
    "bad input: %j",
    async (response) => {
      const browser = staffBrowser(server);
      await browser.call(staff.signIn, { body: { email: nurse.email, password: staffPassword } });
      await browser.call(staff.passkeyChallenge, { body: {} });
      expect((await browser.call(staff.provePasskey, { body: { response } })).status).toBe(401);
    },
  );
});

describe("decisions §11 one's own factors", () => {
  it("need a proof of the last five minutes", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    expect((await person.browser.call(staff.newRecoveryCodes, { body: {} })).status).toBe(200);
    server.clock.advance(5 * 60_000);
    const refused = await person.browser.call(staff.newRecoveryCodes, { body: {} });
    expect([refused.status, refused.problem.code]).toEqual([403, "proof_required"]);
    await prove(person);
    expect((await person.browser.call(staff.newRecoveryCodes, { body: {} })).status).toBe(200);
  });

  it("new recovery codes end the earlier ones", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const { ok } = await person.browser.call(staff.newRecoveryCodes, { body: {} });
    const enter = async (code = "") => (await person.browser.call(staff.proveRecoveryCode, { body: { code } })).status;
    expect([await enter(person.recoveryCodes[1]), await enter(ok.recoverycodes?.[0])]).toEqual([401, 200]);
  });

  it("a new app counts once its code was entered; until then the old one does", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    await person.browser.call(staff.newAuthenticator, { body: {} });
    await prove(person);
    expect((await person.browser.call(staff.session, {})).ok.session?.stage).toBe("open");
    const { problem } = await person.browser.call(staff.confirmAuthenticator, { body: { code: "000000" } });
    expect(problem.code).toBe("wrong_proof");
    await prove(person);
    expect((await person.browser.call(staff.session, {})).ok.session?.freshuntil).toEqual(expect.any(String));
  });

  it("the last one can't be removed, also not by two presses at the same moment", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    expect((await person.browser.call(staff.removeAuthenticator, {})).problem.code).toBe("last_factor");
    const { ok } = await addPasskey(person, softwarePasskey({ origin }));
    const params = { id: ok.factors.passkeys[0]?.id ?? "" };
    const both = await Promise.all([
      person.browser.call(staff.removeAuthenticator, {}),
      person.browser.call(staff.removePasskey, { params }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("a passkey that isn't the last can be removed", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const { ok } = await addPasskey(person, softwarePasskey({ origin }));
    const [passkey] = ok.factors.passkeys;
    const removed = await person.browser.call(staff.removePasskey, { params: { id: passkey?.id ?? "" } });
    expect([removed.status, removed.ok.passkeys]).toEqual([200, []]);
  });

  it("an authenticator app that isn't the last can be removed, and its codes count no more", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    await addPasskey(person, softwarePasskey({ origin }));
    const removed = await person.browser.call(staff.removeAuthenticator, {});
    expect([removed.status, removed.ok.authenticatorsince, removed.ok.passkeys.length]).toEqual([200, null, 1]);
    server.clock.advance(60_000);
    expect((await person.browser.call(staff.proveCode, { body: { code: person.code() } })).status).toBe(401);
  });

  it("a new password ends one's other sessions", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const other = staffBrowser(server);
    await other.call(staff.signIn, { body: { email: person.email, password: staffPassword } });
    server.clock.advance(60_000);
    await other.call(staff.proveCode, { body: { code: person.code() } });
    const password = "rosemary beside the gate";
    expect((await person.browser.call(staff.changePassword, { body: { password } })).status).toBe(200);
    expect((await other.call(staff.session, {})).ok.session).toBeNull();
    expect((await person.browser.call(staff.session, {})).ok.session?.stage).toBe("open");
  });
});
