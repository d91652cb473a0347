import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { patientWithConversations, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { runStaffCommand } from "#server/operations/staff.ts";
import { codeAt } from "#server/staff/factors/authenticator.ts";
import { softwarePasskey } from "#server/staff/testing/passkey.ts";
import {
  invited,
  mailedToken,
  signedInStaff,
  staffBrowser,
  type StaffBrowser,
  staffPassword,
} from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { type Credential, credential, isOk } from "./credentials.ts";
import { answered, type Ending, exampleRequest, type Scene } from "./ending.ts";

/** Somebody with every factor and two sessions, who opened a record, claimed and were given a conversation, and writes a draft. */
async function atWork(server: TestServer) {
  const person = await signedInStaff(server, ["nurse"]);
  const passkey = softwarePasskey({ origin: server.services.config.publicUrl });
  const { ok: challenge } = await person.browser.call(staff.newPasskey, { body: {} });
  const response = passkey.create(challenge.options as never);
  await person.browser.call(staff.addPasskey, { body: { response, name: "Phone" } });
  const second = staffBrowser(server);
  await second.call(staff.signIn, { body: { email: person.email, password: staffPassword } });
  await second.call(staff.proveRecoveryCode, { body: { code: person.recoveryCodes[0] ?? "" } });
  const rosa = await patientWithConversations(server);
  const params = { kind: "conversation" as const, id: rosa.doctorConversationId };
  await sendAsPatient(server, rosa, params.id, { message: "When may I start?" });
  await person.browser.call(staff.claim, { params, body: {} });
  await person.browser.call(staff.saveDraft, { params, body: { text: "You can" } });
  const assigned = { params: { id: params.id }, body: { memberid: person.id } };
  await server.call(care.assignConversation, assigned, { apiKey });
  await person.browser.call(care.patient, { params: { id: rosa.id } });
  return { ...person, passkey, second, conversation: params };
}
type AtWork = Awaited<ReturnType<typeof atWork>>;

const isOpen = async (browser: StaffBrowser) => (await browser.call(staff.session, {})).ok.session?.stage === "open";

/** What somebody can come in by; each factor is tried in a session of its own. */
function credentialsOf(server: TestServer, { email, browser, second, code, recoveryCodes, passkey }: AtWork) {
  const signIn = async () => {
    const fresh = staffBrowser(server);
    const { ok } = await fresh.call(staff.signIn, { body: { email, password: staffPassword } });
    return { fresh, stage: ok.stage };
  };
  const factor = (name: string, prove: (fresh: StaffBrowser) => Promise<{ readonly status: number }>) =>
    credential(name, async () => {
      const { fresh } = await signIn();
      return (await prove(fresh)).status === 200 && isOpen(fresh);
    });
  return [
    credential("this session", () => isOpen(browser)),
    credential("another session", () => isOpen(second)),
    credential("password", async () => (await signIn()).stage === "second_factor"),
    factor("recovery code", (fresh) => fresh.call(staff.proveRecoveryCode, { body: { code: recoveryCodes[1] ?? "" } })),
    factor("passkey", async (fresh) => {
      const { status, ok } = await fresh.call(staff.passkeyChallenge, { body: {} });
      if (status !== 200) return { status };
      return fresh.call(staff.provePasskey, { body: { response: passkey.get(ok.options as never) } });
    }),
    factor("authenticator app", (fresh) => {
      server.clock.advance(30_000);
      return fresh.call(staff.proveCode, { body: { code: code() } });
    }),
  ];
}

type End = ReturnType<Scene["end"]>;

/** Somebody at work, beside a colleague for whom nothing ends. */
const ofPerson =
  (end: (person: AtWork, server: TestServer) => End): Ending["open"] =>
  async (server) => {
    const [person, colleague] = [await atWork(server), await atWork(server)];
    const [credentials, othersCredentials] = [credentialsOf(server, person), credentialsOf(server, colleague)];
    return { ended: [person.id], credentials, othersCredentials, end: () => end(person, server) };
  };

/** Somebody who was invited and hasn't come in. */
const ofInvited =
  (end: (id: string, server: TestServer) => End): Ending["open"] =>
  async (server) => {
    const invitation = async (): Promise<readonly [string, Credential]> => {
      const { id, email } = await invited(server, ["nurse"]);
      const token = await mailedToken(server, email);
      return [id, credential("invitation", () => isOk(server.call(staff.invitation, { body: { token } })))];
    };
    const [[id, ended], [, another]] = [await invitation(), await invitation()];
    return { ended: [id], credentials: [ended], othersCredentials: [another], end: () => end(id, server) };
  };

const command = async (text: Promise<string>) => ({ status: 200, payload: await text });
const passkeyOf = ({ services }: TestServer, { id }: AtWork) =>
  services.db.selectFrom("staff_passkey").select("id").where("member_id", "=", id).executeTakeFirstOrThrow();

const factors = "password; recovery code; passkey; authenticator app";
const factorsStay = "whoever is out of a session comes in again";
const disabled = {
  ends: "staff_member staff_session staff_claim staff_assignment care.conversations care.inbox care.whoIsAsked",
  stays: {
    "staff_passkey staff_authenticator staff_recovery_code": "enabled again, they come in with what they had",
    "staff_draft staff_record_access": "opens only to the person, who can't come in",
  },
  keeps: {},
};
const recovered = {
  ends: "staff_session staff_passkey staff_authenticator staff_recovery_code care.whoIsAsked",
  begins: "single_use_link",
  stays: {
    staff_member: "it is the same person who comes in anew",
    "staff_claim staff_draft staff_record_access": "their work waits for them, and claims end by themselves",
    "staff_assignment care.conversations care.inbox": "what was given to them still is",
  },
  keeps: {},
};

export const staffEndings: readonly Ending[] = [
  {
    of: "staff.signOut",
    when: "this session",
    open: ofPerson(({ browser }) => answered(browser.call(staff.signOut, { body: {} }))),
    ends: "staff_session",
    about: "staff_session",
    stays: { staff_session: "the other one, or the one it was done in" },
    keeps: { [factors]: factorsStay, "another session": "goes on" },
  },
  {
    of: "staff.signOut",
    when: "everywhere",
    open: ofPerson(({ browser }) => answered(browser.call(staff.signOut, { body: { everywhere: true } }))),
    ends: "staff_session",
    about: "staff_session",
    keeps: { [factors]: factorsStay },
  },
  {
    of: "staff.lock",
    open: ofPerson(({ browser }) => answered(browser.call(staff.lock, { body: {} }))),
    ends: "staff_session",
    about: "staff_session",
    stays: { staff_session: "the other one, or the one it was done in" },
    keeps: { [factors]: "they unlock it", "another session": "goes on" },
  },
  {
    of: "staff.changePassword",
    open: ofPerson(({ browser }) =>
      answered(browser.call(staff.changePassword, { body: { password: "rosemary beside the gate" } })),
    ),
    ends: "staff_session",
    about: "staff_session",
    stays: { staff_session: "the other one, or the one it was done in" },
    keeps: { "this session": "it was done in it" },
  },
  {
    of: "staff.newRecoveryCodes",
    open: ofPerson(({ browser }) => answered(browser.call(staff.newRecoveryCodes, { body: {} }))),
    ends: "staff_recovery_code",
    begins: "staff_recovery_code",
    about: "staff_recovery_code",
    keeps: { "this session; another session; password; passkey; authenticator app": "only the codes are new" },
  },
  {
    of: "staff.removeAuthenticator",
    open: ofPerson(({ browser }) => answered(browser.call(staff.removeAuthenticator, {}))),
    ends: "staff_authenticator",
    about: "staff_authenticator",
    keeps: { "this session; another session; password; passkey; recovery code": "other factors are left" },
  },
  {
    of: "staff.removePasskey",
    open: ofPerson(async (person, server) => {
      const { id } = await passkeyOf(server, person);
      return answered(person.browser.call(staff.removePasskey, { params: { id } }));
    }),
    ends: "staff_passkey",
    about: "staff_passkey",
    keeps: { "this session; another session; password; recovery code; authenticator app": "other factors are left" },
  },
  {
    of: "staff.disableMember",
    when: "at work",
    open: ofPerson(({ id }, server) => exampleRequest(server, "staff.disableMember", { MEMBER: id })),
    ...disabled,
  },
  {
    of: "npm run staff -- disable",
    open: ofPerson(({ email }, server) => command(runStaffCommand(server.services, ["disable", email]))),
    ...disabled,
  },
  {
    of: "staff.recoverMember",
    open: ofPerson(({ id }, server) => exampleRequest(server, "staff.recoverMember", { MEMBER: id })),
    ...recovered,
  },
  {
    of: "npm run staff -- recover",
    open: ofPerson(({ email }, server) => command(runStaffCommand(server.services, ["recover", email]))),
    ...recovered,
  },
  {
    of: "staff.disableMember",
    when: "invited",
    open: ofInvited((id, server) => exampleRequest(server, "staff.disableMember", { MEMBER: id })),
    ends: "staff_member single_use_link",
    keeps: {},
  },
  {
    of: "staff.inviteAgain",
    open: ofInvited((id, server) => exampleRequest(server, "staff.inviteAgain", { MEMBER: id })),
    ends: "single_use_link",
    begins: "single_use_link",
    stays: { staff_member: "it is the same person who is invited" },
    keeps: {},
  },
  {
    of: "staff.claim",
    when: "taken over",
    open: async (server) => {
      const [{ conversation, id }, colleague] = [await atWork(server), await atWork(server)];
      const input = { params: conversation, body: { takeover: true } };
      return { ended: [id], end: () => answered(colleague.browser.call(staff.claim, input)) };
    },
    ends: "staff_claim",
    begins: "staff_claim",
    about: "staff_claim",
  },
  {
    of: "care.assignConversation",
    when: "to nobody",
    open: async (server) => {
      const { conversation, id } = await atWork(server);
      const input = { params: { id: conversation.id }, body: { memberid: null, fromid: id } };
      return { ended: [id], end: () => answered(server.call(care.assignConversation, input, { apiKey })) };
    },
    ends: "staff_assignment care.conversations care.inbox",
    about: "staff_assignment",
  },
  {
    of: "staff.confirmAuthenticator",
    when: "in place of another",
    open: ofPerson(async ({ browser }, server) => {
      const { secret } = (await browser.call(staff.newAuthenticator, { body: {} })).ok;
      return answered(browser.call(staff.confirmAuthenticator, { body: { code: codeAt(secret, server.clock.now()) } }));
    }),
    ends: "staff_authenticator",
    begins: "staff_authenticator",
    about: "staff_authenticator",
    keeps: { "this session; another session; password; passkey; recovery code": "only the app is new" },
  },
  {
    of: "staff.release",
    open: async (server) => {
      const { browser, conversation, id } = await atWork(server);
      return { ended: [id], end: () => answered(browser.call(staff.release, { params: conversation })) };
    },
    ends: "staff_claim",
    about: "staff_claim",
  },
];
