import { ArticlePage } from "#app/support/help-center/article-page.tsx";
import ContactUs from "#app/support/contact/contact-page.tsx";
import ReportADeath from "#app/support/contact/report-a-death.tsx";
import InsuranceDocuments from "#app/documents/uploads/insurance-documents.tsx";
import { call } from "#app/api/call.ts";
import { requestToken } from "#app/api/session/request-token.ts";
import { sendErrorLogEntry } from "#app/api/error-log/send-error-log.ts";
import { session } from "#app/api/session/session.ts";
import { signInWithOneTimeToken } from "#app/auth/login/one-time-token.ts";
import { signOut as leave } from "#app/sign-out/sign-out.ts";
import { auth } from "#contract/auth.ts";
import { documents } from "#contract/documents/calls.ts";
import { support } from "#contract/support.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, picture, signIn, signOut } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const listed = answerOf(documents.list, 96_000);
// What the practice filed can't be replaced.
const uploaded = {
  ...listed,
  items: listed.items.map((item, at) => ({
    ...item,
    filed: at === 1 ? null : { from: "Prairie Lab", datedon: null },
  })),
};
const filed = uploaded.items[0]!;
const showDocuments = (server: Server) => {
  signIn({}, "/insurance-documents");
  server.sample(documents.list, { ...uploaded, nextpage: null });
  return <InsuranceDocuments />;
};
const replaced = uploaded.items[1]!;

const letterid = uploaded.items[0]!.id;
const showLetter = (server: Server) => {
  const screen = showDocuments(server);
  server.answer(documents.available, {
    medicalletter: true,
    letterid,
    endofcareletterid: null,
    ...{ letterreported: false, documentreported: false },
    years: [2026],
    earlier: [],
  });
  return screen;
};

const files: readonly SentRow[] = [
  {
    from: "app/documents/downloads/document-downloads.tsx documents.reportLetter",
    show: showLetter,
    act: async ({ press }) => {
      await press("This isn't mine");
      await press("It isn't mine");
    },
    dialog: "Is this letter about somebody else?",
    sends: { params: { id: letterid } },
  },
  ...documents.upload.body.shape.kind.options.map((kind, index) => ({
    from: "app/documents/uploads/upload-form.tsx documents.upload",
    about: index === 0 ? `${kind}, with a name` : kind,
    show: showDocuments,
    act: async ({ press, fill, attach }: Screen) => {
      await press("Add a document");
      await fill("What is it?", kind);
      if (index === 0) await fill(/^Name/, "My card of May");
      await attach(picture("card.png", 69), /^The document/);
      await press("Send document");
    },
    sends: {
      body: {
        ...{ kind, file: { file: "card.png", type: "image/png", size: 69 } },
        ...(index === 0 && { title: "My card of May" }),
      },
    },
  })),
  {
    from: "app/documents/uploads/queries.ts documents.reportDocument",
    show: showDocuments,
    act: async ({ press }) => {
      await press(`This isn't mine: ${filed.title}`);
      await press("It isn't mine");
    },
    dialog: "Is this document about somebody else?",
    sends: { params: { id: filed.id } },
  },
  {
    from: "app/documents/uploads/replace-dialog.tsx documents.replace",
    show: showDocuments,
    act: async ({ press, attach }) => {
      await press(`Replace: ${replaced.title}`);
      await attach(picture("newer.png", 70), /^The new file/);
      await press("Replace it");
    },
    dialog: `Replace “${replaced.title}”`,
    sends: { params: { id: replaced.id }, body: { file: { file: "newer.png", type: "image/png", size: 70 } } },
  },
];

const questions: readonly SentRow[] = [
  // A death is told on a page of its own.
  ...support.contact.body.shape.topic.options
    .filter((topic) => topic !== "death")
    .map((topic) => ({
      from: "app/support/contact/contact-form.tsx support.contact",
      about: topic,
      show: () => {
        signIn({}, "/contact-us");
        return <ContactUs />;
      },
      act: async ({ fill, press }: Screen) => {
        await fill("What's it about?", topic);
        await fill("Your message", "Where is my parcel?");
        await press("Send message");
      },
      sends: { body: { topic, message: "Where is my parcel?" } },
    })),
  ...(["2026-10-02", null] as const).map((diedon): SentRow => ({
    from: "app/support/contact/report-a-death.tsx support.contact",
    about: diedon === null ? "on a day that isn't known" : "on a day",
    show: () => {
      signOut("/report-a-death");
      return <ReportADeath />;
    },
    act: async ({ fill, press }: Screen) => {
      await fill("Your name", "Ana Brook");
      await fill("Your email", "ana@example.com");
      await fill("Who you are to them", "Daughter");
      await fill("Their email with us", "ida@example.com");
      await fill("Their date of birth", "1971-03-14");
      if (diedon !== null) await fill("The day they died (if you know it)", diedon);
      await fill("Their name, and anything we should know", "My mother, Ida Brook.");
      await press("Tell us");
    },
    sends: {
      body: {
        ...{ topic: "death", name: "Ana Brook", email: "ana@example.com", message: "My mother, Ida Brook." },
        deceased: {
          ...{ email: "ida@example.com", birthday: "1971-03-14", relation: "Daughter" },
          ...(diedon !== null && { diedon }),
        },
      },
    },
  })),
  {
    from: "app/support/help-center/queries.ts support.articles",
    show: () => {
      signOut("/support");
      return <ArticlePage id="article-7" />;
    },
    act: async () => {},
    sends: { body: { articleIds: ["article-7"] } },
  },
];

const background = "Nobody pressed anything: what comes of it is told by the page, or by nobody.";
const entry = {
  ...{ event: "GET /user", error_log: "503 other", referring_step: "/home" },
  created_at: "2026-11-24T20:00:00.000Z",
};
const behindThePage = (from: string, act: () => Promise<unknown>, sends: SentRow["sends"], isIn = true): SentRow => ({
  ...{ from, sends, quiet: background },
  show: () => {
    if (isIn) signIn();
    else signOut();
    return null;
  },
  act: async () => void (await act()),
});
const logs = "app/api/error-log/send-error-log.ts onboarding.";
const tokens = "app/api/session/request-token.ts auth.";
/** A browser that takes no cookie: the session ends with the page. */
const withoutCookies = { ...session, inMemory: () => true };

const unseen: readonly SentRow[] = [
  behindThePage(`${logs}errorLog`, () => sendErrorLogEntry(call, { log: "client", ...entry }), { body: entry }),
  behindThePage(`${logs}networkLog`, () => sendErrorLogEntry(call, { log: "network", ...entry }), {
    body: { error: entry },
  }),
  behindThePage(`${logs}onboardingLog`, () => sendErrorLogEntry(call, { log: "onboarding", ...entry }), {
    body: { error: entry },
  }),
  behindThePage(`${tokens}refreshToken`, () => requestToken(call, session), { body: {} }),
  behindThePage(`${tokens}getOneTimeToken`, () => requestToken(call, withoutCookies), { body: {} }),
  {
    ...behindThePage(`${tokens}getToken`, () => requestToken(call, withoutCookies), {
      body: { onetimetoken: "token 97" },
    }),
    show: (server) => {
      signIn();
      server.answer(auth.getOneTimeToken, { ...answerOf(auth.getOneTimeToken, 97_000), onetimetoken: "token 97" });
      return null;
    },
  },
  behindThePage(
    "app/auth/login/one-time-token.ts auth.getToken",
    () => signInWithOneTimeToken("token 98"),
    { body: { onetimetoken: "token 98" } },
    false,
  ),
  behindThePage("app/sign-out/sign-out.ts auth.signOut", leave, { body: {} }),
];

export const otherRows: readonly SentRow[] = [...files, ...questions, ...unseen];
