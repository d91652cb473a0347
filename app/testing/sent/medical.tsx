import MedicalInformation from "#app/account/medical-information/medical-information.tsx";
import { account } from "#contract/account/calls.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const user = answerOf(account.user, 12_000);
const health = answerOf(account.healthAnswers, 15_000);

const showAnswers = (server: Server, step: number, answertype: "single" | "array" = "single") => {
  signIn({}, `/medical-information?part=${step}`);
  const [one, two] = health.screens;
  const asked = two!.questions.map((question, at) => ({
    ...question,
    ...(answertype === "array" && at === 1 && { answer: [] }),
    others: null,
    answertype: at === 0 ? ("text" as const) : answertype,
    answerlist: question.answerlist.map((option, n) => ({ ...option, exclusive: false, asksothers: n === 1 })),
  }));
  server.sample(account.healthAnswers, {
    ...health,
    screens: [one!, { ...two!, questions: asked }],
    stop: null,
  });
  server.sample(account.user, user);
  return <MedicalInformation />;
};
const askedSection = health.screens[1]!.section;
const [asked, askedToo] = health.screens[1]!.questions;

export const medicalRows: readonly SentRow[] = [
  {
    from: "app/account/medical-information/use-section-save.ts account.updateHealthAnswers",
    show: (server) => showAnswers(server, askedSection.step),
    act: async ({ fill, press }) => {
      await fill(new RegExp(`^${asked!.question}`), "since my last visit");
      await press(new RegExp(`^${askedToo!.answerlist[1]!.name}`));
      await fill(/^Please tell us more/, "only in the evening");
      await press("Save");
    },
    sends: {
      body: {
        version: health.version,
        answers: [
          { questionid: asked!.id, answer: "since my last visit" },
          { questionid: askedToo!.id, answer: askedToo!.answerlist[1]!.id, others: "only in the evening" },
        ],
      },
    },
  },
  {
    from: "app/account/medical-information/use-section-save.ts account.updateHealthAnswers",
    about: "several answers to one question",
    show: (server) => showAnswers(server, askedSection.step, "array"),
    act: async ({ fill, press }) => {
      for (const { name } of askedToo!.answerlist) await press(new RegExp(`^${name}`));
      await fill(/^Please tell us more/, "only in the evening");
      await press("Save");
    },
    sends: {
      body: {
        version: health.version,
        answers: [
          { questionid: askedToo!.id, answer: askedToo!.answerlist.map(({ id }) => id), others: "only in the evening" },
        ],
      },
    },
  },
  {
    from: "app/account/medical-information/pharmacy-card.tsx account.updatePharmacy",
    about: "another one",
    show: (server) => {
      signIn({}, "/medical-information");
      server.sample(account.user, { ...user, pharmacy: null });
      return <MedicalInformation />;
    },
    act: async ({ fill, press }) => {
      await press("Change your pharmacy");
      await press(/^A pharmacy near me/);
      await fill(/^Its name and address/, "Corner Drugs, 2 Oak Street");
      await press("Save");
    },
    sends: { body: { pharmacy: "Corner Drugs, 2 Oak Street" } },
  },
  {
    from: "app/account/medical-information/pharmacy-card.tsx account.updatePharmacy",
    about: "the practice's",
    show: (server) => {
      signIn({}, "/medical-information");
      server.sample(account.user, user);
      return <MedicalInformation />;
    },
    act: async ({ press }) => {
      await press("Change your pharmacy");
      await press(/^From your practice/);
      await press("Save");
    },
    sends: { body: { pharmacy: null } },
  },
];
