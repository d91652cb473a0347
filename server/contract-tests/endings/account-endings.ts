import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { invite, type Joined, joinedHelper, linkCode } from "#server/auth/helpers/testing/helpers.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import { askedByPhone } from "#server/treatment/testing/in-care.ts";
import { multipart } from "../testing/example-requests.ts";
import { credentialsOf, mailedCode } from "./credentials.ts";
import { answered, type Ending, type Scene } from "./ending.ts";

const newPassword = "another calm noon";

const accountStays = { "patient patient_search_term referral_code": "the account goes on" };
const otherSessionStays = { "session refresh_token single_use_link": "the other session goes on" };
const codeKept = { "referral code": "says who invited, and opens nothing of theirs" };
const mailboxKept = { ...codeKept, "recovery link; e-mail confirmation": "only who reads the mailbox has them" };
const allSessionsStay = "a session says nothing about the e-mail";

const deathFields = [
  { id: "who", value: "Ana Diaz" },
  { id: "relation", value: "Daughter" },
  { id: "came", value: "phone" },
];

type End = Scene["end"];

/** A patient with every credential, beside one for whom nothing ends. `prepare` comes first, and says what ends something. */
const withCredentials =
  (prepare: (server: TestServer, patient: TestPatient) => End | Promise<End>): Ending["open"] =>
  async (server) => {
    const patient = await server.newPatient();
    const end = await prepare(server, patient);
    const other = await server.newPatient();
    return {
      ended: [patient.id],
      credentials: await credentialsOf(server, patient),
      othersCredentials: await credentialsOf(server, other),
      end,
    };
  };

/** The codes of a change of the e-mail that the practice was asked for. */
async function askedForEmail(server: TestServer, { id, email }: TestPatient) {
  const newEmail = `phoned-${newId()}@example.com`;
  await server.call(care.changeContact, { params: { id }, body: { asked: askedByPhone, email: newEmail } }, { apiKey });
  return {
    confirmation: await mailedCode(server, newEmail, /\/email-change#confirm\.([\w-]{43})/),
    stop: await mailedCode(server, email, /\/email-change#stop\.([\w-]{43})/),
  };
}

async function uploadAvatar(server: TestServer, { token }: TestPatient) {
  const { payload, headers } = multipart(await photoWithGps());
  return server.call(account.uploadAvatar, { body: payload } as never, { token, headers });
}

/** A patient with a picture, which another one replaces or which is deleted. */
const withAvatar =
  (end: (server: TestServer, patient: TestPatient) => ReturnType<End>): Ending["open"] =>
  async (server) => {
    const patient = await server.newPatient();
    await uploadAvatar(server, patient);
    const files = server.services.db.selectFrom("uploaded_file").select("id").where("patient_id", "=", patient.id);
    const { id } = await files.executeTakeFirstOrThrow();
    return { ended: [id], patient, end: () => end(server, patient) };
  };

/** A patient with a helper who is signed in, and one who is invited; `who` of them it ends for. */
const withHelper =
  (
    who: "joined" | "invited",
    end: (server: TestServer, patient: TestPatient, helper: Joined, code: string) => ReturnType<End>,
  ): Ending["open"] =>
  async (server) => {
    const patient = await server.newPatient();
    const joined = await joinedHelper(server, patient);
    const { email, ok } = await invite(server, patient);
    const invited = ok.items.find((each) => each.email === email)?.id ?? "";
    const code = await linkCode(server, email);
    const helper = who === "joined" ? joined : { ...joined, id: invited };
    return { ended: [helper.id], patient, end: () => end(server, patient, helper, code) };
  };

export const accountEndings: readonly Ending[] = [
  {
    of: "account.endHelper",
    open: withHelper("joined", (server, { token }, { id }) =>
      answered(server.call(account.endHelper, { params: { id } }, { token })),
    ),
    ends: "helper helper_account session",
    alsoEnds: { refresh_token: "of the helper's session" },
  },
  {
    of: "account.stopHelping",
    open: withHelper("joined", (server, _, { token }) => answered(server.call(account.stopHelping, {}, { token }))),
    ends: "helper helper_account session",
    alsoEnds: { refresh_token: "of the helper's session" },
  },
  {
    of: "account.declineHelperLink",
    open: withHelper("invited", (server, _patient, _helper, code) =>
      answered(server.call(account.declineHelperLink, { body: { code } })),
    ),
    ends: "helper single_use_link",
  },
  {
    of: "auth.signOut",
    open: withCredentials((server, { token, refreshToken }) => () => {
      const options = { token, cookies: { refreshToken } };
      return answered(server.call(auth.signOut, { body: {} }, options));
    }),
    ends: "session refresh_token single_use_link",
    stays: { ...accountStays, ...otherSessionStays },
    keeps: { ...mailboxKept, password: "whoever signs out comes back", "another session": "goes on" },
  },
  {
    of: "account.endSession",
    open: withCredentials((server, { token }) => async () => {
      const { ok } = await server.call(account.sessions, {}, { token });
      const id = ok.items.find(({ current }) => !current)?.id ?? "";
      return answered(server.call(account.endSession, { params: { id } }, { token }));
    }),
    ends: "session refresh_token single_use_link",
    stays: { ...accountStays, ...otherSessionStays },
    keeps: { ...mailboxKept, password: "whoever was signed out comes back with it", "this session": "goes on" },
  },
  {
    of: "auth.globalSignOut",
    open: withCredentials(
      (server, { token }) =>
        () =>
          answered(server.call(auth.globalSignOut, { body: {} }, { token })),
    ),
    ends: "session refresh_token single_use_link",
    stays: { ...accountStays, single_use_link: "those that were mailed" },
    keeps: { ...mailboxKept, password: "whoever signs out comes back" },
  },
  {
    of: "auth.changePassword",
    open: withCredentials((server, { token, password }) => () => {
      const body = { password, newpassword: newPassword };
      return answered(server.call(auth.changePassword, { body }, { token }));
    }),
    ends: "session refresh_token single_use_link",
    begins: "notification",
    stays: { ...accountStays, "session refresh_token single_use_link": "the session it was done in goes on" },
    keeps: { ...codeKept, "this session": "it was done in it" },
  },
  {
    of: "auth.confirmPassword",
    open: withCredentials(async (server, { email }) => {
      await server.call(auth.forgotPassword, { body: { email } });
      const code = await mailedCode(server, email, /[?&]c=([\w-]{43})/);
      return () => answered(server.call(auth.confirmPassword, { body: { email, code, password: newPassword } }));
    }),
    ends: "session refresh_token single_use_link",
    begins: "notification",
    stays: accountStays,
    keeps: codeKept,
  },
  {
    of: "account.verifyEmail",
    open: withCredentials(async (server, { token, password }) => {
      const email = `other-${newId()}@example.com`;
      await server.call(account.changeEmail, { body: { email, password } }, { token });
      const code = await mailedCode(server, email, /email\?code=([\w-]{43})/);
      return () => answered(server.call(account.verifyEmail, { body: { code } }));
    }),
    ends: "patient patient_search_term single_use_link",
    begins: "patient patient_search_term notification",
    stays: {
      "patient_search_term referral_code": "names and code are the same",
      "session refresh_token single_use_link": allSessionsStay,
    },
    keeps: { ...codeKept, "this session; another session": allSessionsStay },
  },
  {
    of: "account.stopEmailChange",
    when: "before it was confirmed",
    open: withCredentials(async (server, patient) => {
      const { stop } = await askedForEmail(server, patient);
      return () => answered(server.call(account.stopEmailChange, { body: { code: stop } }));
    }),
    ends: "single_use_link",
    stays: {
      ...accountStays,
      "session refresh_token single_use_link": "nobody came in by it",
      notification: "that the practice was asked",
    },
    keeps: {
      ...mailboxKept,
      password: "nobody came in by it",
      "this session; another session": "nobody came in by it",
    },
  },
  {
    of: "account.stopEmailChange",
    when: "after it was confirmed",
    alone: true,
    open: withCredentials(async (server, patient) => {
      const { stop, confirmation } = await askedForEmail(server, patient);
      await server.call(account.verifyEmail, { body: { code: confirmation } });
      // From then on the new mailbox gets no link for a day.
      server.clock.advance(25 * 3_600_000);
      const { email, password } = { ...patient, email: await emailOf(server, patient) };
      const { ok, cookies } = await server.call(auth.signIn, { body: { email, password } });
      Object.assign(patient, { token: ok.idToken, refreshToken: cookies["refreshToken"] });
      return () => answered(server.call(account.stopEmailChange, { body: { code: stop } }));
    }),
    ends: "patient patient_search_term session refresh_token single_use_link",
    begins: "patient patient_search_term",
    stays: {
      "patient_search_term referral_code": "names and code are the same",
      notification: "that the practice was asked",
      single_use_link: "the one that stops it answers the same again",
    },
    keeps: codeKept,
  },
  {
    of: "care.endTask",
    when: "a death is proved",
    open: withCredentials(async (server, { id }) => {
      const body = { kind: "death", words: "Her son called.", fields: deathFields };
      const { ok } = await server.call(care.addPatientLog, { params: { id }, body }, { apiKey });
      const ending = { outcome: "settled", logoutcome: "confirmed", note: "Death certificate seen" } as const;
      return () => answered(server.call(care.endTask, { params: { id: ok.id }, body: ending }, { apiKey }));
    }),
    ends: "patient session refresh_token single_use_link task care.inbox care.tasksAsked",
    stays: {
      "patient_search_term referral_code": "the practice keeps the record, and finds it",
      "care.log": "what came of it is in the log",
    },
    keeps: codeKept,
    never: { charged: "anything", mailed: /./ },
  },
  {
    of: "account.endSession",
    when: "as it is listed",
    open: async (server) => {
      const patient = await server.newPatient();
      const { email, password, token } = patient;
      await server.call(auth.signIn, { body: { email, password } });
      const { ok } = await server.call(account.sessions, {}, { token });
      const id = ok.items.find(({ current }) => !current)?.id ?? "";
      const end = () => answered(server.call(account.endSession, { params: { id } }, { token }));
      return { ended: [id], patient, end };
    },
    ends: "session refresh_token single_use_link account.sessions",
  },
  {
    of: "account.removeAvatar",
    open: withAvatar((server, { token }) => answered(server.call(account.removeAvatar, {}, { token }))),
    ends: "uploaded_file",
  },
  {
    of: "account.uploadAvatar",
    open: withAvatar((server, patient) => answered(uploadAvatar(server, patient))),
    ends: "uploaded_file",
    begins: "uploaded_file",
  },
];

const emailOf = async ({ services }: TestServer, { id }: TestPatient): Promise<string> =>
  (await services.db.selectFrom("patient").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
