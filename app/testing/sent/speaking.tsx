import SpeakingPage from "#app/account/speaking/speaking-page.tsx";
import { account } from "#contract/account/calls.ts";
import type { SpeakingChoices } from "#contract/account/speaking.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];
const from = "app/account/speaking/speaking-page.tsx account.chooseSpeaking";
const body = { language: "ko", interpreter: false, largetype: true, easyopen: false };
const show = (server: Server) => {
  signIn({}, "/account-settings/language");
  const choices: SpeakingChoices = {
    ...body,
    languages: [
      { id: "en", label: "English", labels: false },
      { id: "es", label: "Spanish", labels: true },
      { id: "ko", label: "Korean", labels: false },
    ],
    easyopentext: "Children can open them.",
  };
  server.answer(account.speaking, choices);
  return <SpeakingPage />;
};

/** What is sent of each choice: it, with the others as they are. */
export const speakingRows: readonly SentRow[] = [
  {
    ...{ from, about: "another language", show, quiet: "A choice: set back, with why, as a switch is." },
    act: async ({ fill }) => fill("The language you'd like to speak", "es"),
    sends: { body: { ...body, language: "es" } },
  },
  {
    ...{ from, about: "an interpreter", show },
    act: async ({ press }) => press("I need an interpreter"),
    sends: { body: { ...body, interpreter: true } },
  },
  {
    ...{ from, about: "no large type", show },
    act: async ({ press }) => press("Labels in large print"),
    sends: { body: { ...body, largetype: false } },
  },
  {
    ...{ from, about: "caps", show },
    act: async ({ press }) => press("Easy-open caps"),
    sends: { body: { ...body, easyopen: true } },
  },
];
