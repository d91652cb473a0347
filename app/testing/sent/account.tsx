import CloseAccount from "#app/account/security/close-account.tsx";
import { ReportNotice } from "#app/account/death-report/report-notice.tsx";
import EmailChange from "#app/account/security/email-change.tsx";
import OneAccount from "#app/account/security/one-account.tsx";
import EmailSettings from "#app/account/security/email-settings.tsx";
import IdentitySettings from "#app/account/identity/identity-settings.tsx";
import PasswordAndDevices from "#app/account/security/password-and-devices.tsx";
import YourAccount from "#app/account/profile/your-account.tsx";
import { account } from "#contract/account/calls.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, picture, signIn, signOut } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const devices = answerOf(account.sessions, 11_000).items;
const user = answerOf(account.user, 12_000);

function oneAccount(server: Server) {
  signOut(`/one-account#${code("f")}`);
  server.sample(account.readMerge, {
    email: "ida@example.com",
    otherconfirmed: false,
    signin: null,
    subscriptionsend: true,
  });
  return <OneAccount />;
}

const showAccount = (server: Server, identitystatus: "none" | "matched" = "none") => {
  signIn({ identitystatus });
  const { timezone } = user;
  const [one, two] = timezone.choices;
  server.sample(account.user, {
    ...user,
    timezone: { ...timezone, choices: [one!, { ...two!, id: "America/Denver", name: "Mountain Time" }] },
  });
  return <YourAccount />;
};

const profile: readonly SentRow[] = [
  {
    from: "app/account/profile/profile-form.tsx account.updateUser",
    show: (server) => showAccount(server),
    act: async ({ press, fill }) => {
      await press("Change about you");
      await fill("First name", "Ida");
      await fill("Last name", "Brook");
      await fill("Month", "3");
      await fill("Day", "14");
      await fill("Year", "1971");
      await fill(/^Phone/, "515-555-0142");
      await press("Save");
    },
    sends: { body: { firstname: "Ida", lastname: "Brook", birthday: "1971-03-14", phoneno: "5155550142" } },
  },
  {
    from: "app/account/profile/profile-form.tsx account.updateUser",
    about: "a checked identity, and no phone",
    show: (server) => showAccount(server, "matched"),
    act: async ({ press, fill }) => {
      await press("Change about you");
      await fill(/^Phone/, "");
      await press("Save");
    },
    sends: { body: { phoneno: null } },
  },
  {
    from: "app/account/profile/timezone-section.tsx account.updateTimezone",
    show: (server) => showAccount(server),
    act: async ({ press, fill }) => {
      await press("Change time zone");
      await fill("Your time zone", "America/Denver");
      await press("Save");
    },
    sends: { body: { timezone: "America/Denver" } },
  },
  {
    from: "app/account/profile/avatar-editor.tsx account.uploadAvatar",
    show: (server) => showAccount(server),
    act: async ({ attach, press }) => {
      await attach(picture("first.png", 61));
      await press("Cancel");
      await attach(picture("me.png", 62));
      await press("Use this picture");
    },
    sends: { body: { file: { file: "me.png", type: "image/png", size: 62 } } },
  },
  {
    from: "app/account/profile/avatar-editor.tsx account.removeAvatar",
    show: (server) => showAccount(server),
    act: ({ press }) => press("Remove picture"),
    sends: {},
  },
];

const showIdentity = (server: Server) => {
  signIn();
  server.sample(account.identity, { identitystatus: "review", requestedphotos: ["photo_id", "selfie"] });
  return <IdentitySettings />;
};

const identity: readonly SentRow[] = [
  {
    from: "app/account/identity/identity-photo.tsx account.uploadIdentification",
    show: showIdentity,
    act: ({ attach }) => attach(picture("license.png", 63), /^Photo of your ID/),
    sends: { body: { file: { file: "license.png", type: "image/png", size: 63 } } },
  },
  {
    from: "app/account/identity/identity-photo.tsx account.uploadPhoto",
    show: showIdentity,
    act: ({ attach }) => attach(picture("face.png", 64), /^Photo of your face/),
    sends: { body: { file: { file: "face.png", type: "image/png", size: 64 } } },
  },
];

const showSecurity = (server: Server) => {
  signIn();
  server.sample(account.sessions, { items: devices.map((each) => ({ ...each, current: false })) });
  return <PasswordAndDevices />;
};
const code = (letter: string) => letter.repeat(43);

const security: readonly SentRow[] = [
  {
    from: "app/account/security/password-section.tsx auth.changePassword",
    show: showSecurity,
    act: async ({ press, fill }) => {
      await press("Change password");
      await fill("Current password", "the old phrase");
      await fill("New password", "a longer new phrase");
      await fill("Confirm new password", "a longer new phrase");
      await press("Change password");
    },
    sends: { body: { password: "the old phrase", newpassword: "a longer new phrase" } },
  },
  {
    from: "app/account/security/sessions.tsx account.endSession",
    show: showSecurity,
    act: ({ press }) => press(`Log out ${devices[1]!.device}`),
    sends: { params: { id: devices[1]!.id } },
  },
  {
    from: "app/account/security/sessions.tsx account.endSession",
    about: "all others",
    show: (server) => {
      signIn();
      const third = answerOf(account.sessions, 14_000).items[0]!;
      server.sample(account.sessions, {
        items: [
          { ...devices[0]!, current: false },
          { ...devices[1]!, current: true },
          { ...third, current: false },
        ],
      });
      return <PasswordAndDevices />;
    },
    act: async ({ press }) => {
      await press("Log out all other devices");
      await press("Log them out");
    },
    dialog: "Log out all other devices?",
    sends: [{ params: { id: devices[0]!.id } }, { params: { id: answerOf(account.sessions, 14_000).items[0]!.id } }],
  },
  {
    from: "app/account/security/email-form.tsx account.changeEmail",
    show: (server) => {
      signIn();
      server.sample(account.user, { ...user, emailverified: true });
      return <EmailSettings />;
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ida@example.org");
      await fill("Your password", "the old phrase");
      await press("Send the link");
    },
    sends: { body: { email: "ida@example.org", password: "the old phrase" } },
  },
  {
    from: "app/account/security/confirm-email.tsx account.verifyEmail",
    show: (server) => {
      signIn({}, `/account-settings/email?code=${code("c")}`);
      server.sample(account.user, { ...user, emailverified: false });
      return <EmailSettings />;
    },
    act: ({ press }) => press("Confirm my email"),
    sends: { body: { code: code("c") } },
  },
  {
    from: "app/account/security/email-change.tsx account.verifyEmail",
    show: () => {
      signOut(`/email-change#confirm.${code("d")}`);
      return <EmailChange />;
    },
    act: ({ press }) => press("Confirm my email"),
    sends: { body: { code: code("d") } },
  },
  {
    from: "app/account/security/email-change.tsx account.stopEmailChange",
    show: () => {
      signOut(`/email-change#stop.${code("e")}`);
      return <EmailChange />;
    },
    act: ({ press }) => press("Stop the change"),
    sends: { body: { code: code("e") } },
  },
  {
    from: "app/account/security/one-account.tsx account.readMerge",
    show: oneAccount,
    act: () => Promise.resolve(),
    sends: { body: { code: code("f") } },
  },
  ...(["this", "other"] as const).map((signin) => ({
    ...{ from: "app/account/security/one-account.tsx account.confirmMerge", about: signin },
    isChoice: signin === "other",
    show: oneAccount,
    act: async ({ press }: Screen) => {
      await press(signin === "this" ? /^With / : /^With my other/);
      await press("Yes, both are mine");
    },
    shown: ["Your subscriptions in this account will end"],
    sends: { body: { code: code("f"), signin } },
  })),
  {
    from: "app/account/security/one-account.tsx account.declineMerge",
    show: oneAccount,
    act: ({ press }) => press("No, I only have one account"),
    sends: { body: { code: code("f") } },
  },
  {
    from: "app/account/security/close-account.tsx account.closeAccount",
    show: () => {
      signIn();
      return <CloseAccount />;
    },
    act: async ({ fill, press }) => {
      await fill("Your password, to confirm", "the old phrase");
      await press("Close my account");
    },
    sends: { body: { password: "the old phrase" } },
  },
];

const deathReport: readonly SentRow[] = [
  {
    from: "app/account/death-report/report-notice.tsx account.denyDeath",
    show: () => {
      signIn();
      return <ReportNotice firstname="Ida" />;
    },
    act: ({ press }) => press("I'm OK. Start everything again"),
    sends: {},
  },
];

export const accountRows: readonly SentRow[] = [...profile, ...identity, ...security, ...deathReport];
