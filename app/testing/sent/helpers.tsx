import HelpersPage from "#app/account/helpers/helpers-page.tsx";
import { session } from "#app/api/session/session.ts";
import HelperPage from "#app/helpers/helper-page.tsx";
import LinkPage from "#app/helpers/link-page.tsx";
import { account } from "#contract/account/calls.ts";
import { type Helper, helperCopies, helperParts } from "#contract/account/helpers.ts";
import { helperAudience } from "#contract/constants.ts";
import { messages } from "#contract/messages/calls.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn, signOut } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const parts = helperParts.map((id) => ({ id, title: `Their ${id}`, text: `About ${id}` }));
const helper = (seed: number, firstname: string): Helper => ({
  ...answerOf(account.helpers, seed).items[0]!,
  ...{ firstname, lastname: "Frost", email: `${firstname.toLowerCase()}@example.com`, parts: ["orders"], acts: [] },
  ...{ status: "active", endedat: null, endedby: null, copiesstoppedat: null, emailrefusedat: null },
  copies: helperCopies.map((id, at) => ({ id, on: at === 1 })),
});
const copies = helperCopies.map((id) => ({ id, title: `Copies of ${id}`, text: `About ${id}` }));
const helping = [helper(52_000, "Ana"), helper(52_200, "Ida")];

/** The patient's page of helpers, of whom there are two. */
const showHelpers = (server: Server) => {
  signIn({}, "/account-settings/helpers");
  const authorization = { version: "text 5", text: "I let you share this." };
  const shown = { items: helping, parts, copies, copiesobstacle: null, authorization, obstacle: null };
  server.answer(account.helpers, shown);
  const without = { ...shown, items: helping.map((each) => ({ ...each, copies: [] })) };
  server.answer(account.endHelper, without);
  const invited = { ...helper(52_400, "Mara"), copies: [] };
  server.answer(account.inviteHelper, { ...without, items: [...without.items, invited] });
  return <HelpersPage />;
};

const code = "c0de".padEnd(43, "x");
/** Where a mailed link of this kind leads. */
const showLink = (kind: "invitation" | "new_password") => (server: Server) => {
  signOut(`/helper/link#${code}`);
  const opened = { firstname: "Ana", email: "ana@example.com", patient: "Rosa", parts };
  server.answer(account.checkHelperLink, { ...answerOf(account.checkHelperLink, 53_000), ...opened, kind });
  return <LinkPage />;
};

const signedOut = () => {
  signOut("/helper");
  return <HelperPage />;
};
const people = [53_500, 53_600].map((seed, at) => ({
  id: answerOf(account.helpers, seed).items[0]!.id,
  firstname: ["Rosa", "Ines"][at]!,
}));

const shared = answerOf(account.helperSession, 54_000, {
  patient: "Rosa",
  parts: parts.filter(({ id }) => id === "messages" || id === "reminders"),
  copies: copies.filter(({ id }) => id === "messages"),
  copieswanted: true,
});
const [first, second] = [54_100, 54_150].map((seed, at) => ({
  ...answerOf(account.helperReminders, seed).items[0]!,
  ...{ title: ["First reminder", "Second reminder"][at]!, remindat: 8 },
}));
const reminders = { items: [first!, second!], timezone: "Central Time", mailed: true };
const [one, other] = [54_200, 54_400].map((seed, at) => ({
  ...answerOf(messages.conversations, seed).items[0]!,
  ...{ open: true, title: ["Your doctor", "Our team"][at]!, closedreason: null },
}));
const claims = { sub: "patient", sid: "session 2", aud: helperAudience, exp: 4_000_000_000 };
const helperToken = `e30.${btoa(JSON.stringify(claims))}.e30`;
/** What a patient shared with a helper who is signed in: both conversations. */
const showShared = (server: Server, copieswanted = true) => {
  signOut("/helper");
  session.signedIn(helperToken, null);
  server.answer(account.helperSession, { ...shared, copieswanted });
  server.answer(account.helperReminders, reminders);
  server.answer(messages.conversations, { ...answerOf(messages.conversations, 54_600), items: [one!, other!] });
  server.answer(messages.messagePages, { items: [], nextpage: null });
  return <HelperPage />;
};

/** What is sent of helpers: by the patient, and by them. */
export const helperRows: readonly SentRow[] = [
  {
    from: "app/account/helpers/helper-entry.tsx account.endHelper",
    show: showHelpers,
    act: async ({ press }) => {
      await press(/^End it for Ida/);
      await press("End it now");
    },
    dialog: "End Ida's access?",
    sends: { params: { id: helping[1]!.id } },
  },
  ...helperCopies.map((copy, at): SentRow => ({
    from: "app/account/helpers/copies.tsx account.chooseHelperCopies",
    about: `${copy} ${at === 1 ? "off" : "on"}`,
    show: showHelpers,
    act: ({ press }) => press(new RegExp(`^Copies of ${copy}`), 1),
    sends: {
      params: { id: helping[1]!.id },
      body: { copies: at === 1 ? [] : helperCopies.filter((id, index) => id === copy || index === 1) },
    },
  })),
  ...helperParts.map((part): SentRow => ({
    from: "app/account/helpers/invite-helper.tsx account.inviteHelper",
    about: part,
    show: showHelpers,
    act: async ({ fill, press }) => {
      await fill("Their first name", "Mara");
      await fill("Their last name", "Brook");
      await fill("Their email", "mara@example.com");
      await press(new RegExp(`^Their ${part}`));
      await fill("Your password", "my password 12");
      await press("I agree. Send the invitation");
    },
    sends: {
      body: {
        ...{ firstname: "Mara", lastname: "Brook", email: "mara@example.com", parts: [part] },
        ...{ authorization: "text 5", password: "my password 12" },
      },
    },
  })),
  {
    from: "app/helpers/link-page.tsx account.checkHelperLink",
    show: showLink("invitation"),
    act: async () => {},
    sends: { body: { code } },
  },
  ...(["invitation", "new_password"] as const).map((kind): SentRow => ({
    from: "app/helpers/link-page.tsx account.useHelperLink",
    about: kind,
    show: showLink(kind),
    act: async ({ fill, press }) => {
      await fill(kind === "invitation" ? "Choose a password" : "New password", "their password 9");
      await press(kind === "invitation" ? "Yes, I'll help Rosa" : "Save and log in");
    },
    sends: { body: { code, password: "their password 9" } },
  })),
  {
    from: "app/helpers/link-page.tsx account.declineHelperLink",
    show: showLink("invitation"),
    act: ({ press }) => press("No, thank you"),
    sends: { body: { code } },
  },
  {
    from: "app/helpers/sign-in.tsx account.helperSignIn",
    about: "for the second of two, asked whom",
    show: (server) => {
      server.answer(account.helperSignIn, { message: "success", idToken: null, people });
      return signedOut();
    },
    act: async ({ fill, press }) => {
      await fill("Email", "ana@example.com");
      await fill("Password", "their password 9");
      await press("Continue");
      await press("Ines");
      await press("Continue");
    },
    sends: [
      { body: { email: "ana@example.com", password: "their password 9" } },
      { body: { email: "ana@example.com", password: "their password 9", helperid: people[1]!.id } },
    ],
  },
  {
    from: "app/helpers/sign-in.tsx account.helperForgotPassword",
    show: signedOut,
    act: async ({ fill, press }) => {
      await press("Forgot password?");
      await fill("Email", "ana@example.com");
      await press("Send the link");
    },
    sends: { body: { email: "ana@example.com" } },
  },
  {
    from: "app/helpers/helper-messages.tsx messages.send",
    about: "in the second conversation",
    show: (server) => showShared(server),
    act: async ({ fill, press }) => {
      await fill("Write for Rosa", "She feels better", 1);
      await press("Send", 1);
    },
    sends: { params: { id: other!.id }, body: { message: "She feels better" } },
  },
  {
    from: "app/helpers/helper-reminders.tsx account.setHelperReminder",
    about: "another hour of the second",
    show: (server) => showShared(server),
    act: ({ fill }) => fill("Second reminder", "21"),
    sends: { params: { id: second!.id }, body: { remindat: 21 } },
  },
  {
    from: "app/helpers/helper-reminders.tsx account.setHelperReminder",
    about: "none",
    show: (server) => showShared(server),
    act: ({ fill }) => fill("First reminder", ""),
    sends: { params: { id: first!.id }, body: { remindat: null } },
  },
  ...([true, false] as const).map((wanted): SentRow => ({
    from: "app/helpers/helper-copies.tsx account.wantCopies",
    about: wanted ? "stops them" : "wants them again",
    show: (server) => showShared(server, wanted),
    act: ({ press }) => press(wanted ? "Stop these emails" : "Get these emails again"),
    sends: { body: { want: !wanted } },
  })),
  {
    from: "app/helpers/helper-page.tsx account.stopHelping",
    show: (server) => showShared(server),
    act: async ({ press }) => {
      await press("Stop helping Rosa");
      await press("Yes, stop");
    },
    dialog: "Stop helping Rosa?",
    sends: {},
  },
  {
    from: "app/helpers/helper-page.tsx auth.signOut",
    show: (server) => showShared(server),
    act: ({ press }) => press("Log out"),
    sends: { body: {} },
  },
];
