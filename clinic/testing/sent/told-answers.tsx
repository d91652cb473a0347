import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import type { proofTexts, sourceTexts, tellerTexts } from "#clinic/care/told-answers/told-answers.ts";
import { patient } from "#clinic/testing/patients.ts";
import { care } from "#contract/care/calls.ts";
import type { Server } from "./as-member.tsx";
import { record } from "./medicines.ts";
import { recordPage } from "./prescribing.tsx";

const { id } = patient(2);
/** The practice's day on each occasion: a day before that of UTC, and of a browser in Tokyo. */
const today = "2026-11-24";

/** The health questions as the server has them: one with options, some of which exclude each other or ask for words, and one with a single answer. */
export const healthQuestions = (server: Server) => {
  const page = recordPage(server, record());
  const question = (at: number, answertype: "array" | "single", options: readonly object[]) => ({
    ...{ id: `question_${at}`, question: `Question ${at}?`, answertype, answerlist: options, allowempty: false },
    ...{ answer: answertype === "array" ? [`before_${at}`] : `before_${at}`, others: null },
  });
  const screen = (at: number, answertype: "array" | "single", options: readonly object[]) => ({
    ...{ id: `screen_${at}`, complete: true, section: { step: at, title: `Section ${at}` } },
    questions: [question(at, answertype, options)],
  });
  const screens = [
    screen(0, "array", [
      { id: "before_0", name: "None of these", exclusive: true },
      { id: "told_a", name: "A clot" },
      { id: "told_b", name: "Something else", asksothers: true },
    ]),
    screen(1, "single", [
      { id: "before_1", name: "Before" },
      { id: "told_1", name: "Told" },
    ]),
  ];
  // The dialog asks when it opens; what is read again below it is a newer version.
  let version = 7;
  server.answer(care.healthAnswers, () => ({ version: version++, screens }));
  server.answer(care.previewTold, { follows: ["This puts the patch on hold."], screens } as never);
  return page;
};
const about = { label: /^What (else )?is it about\?$/, array: "question_0", single: "question_1" };
const toldTo = "clinic/care/told-answers/told-dialog.tsx";
const toldDialog = "Record what the patient told";

const toldRow = (
  source: keyof typeof sourceTexts,
  teller: keyof typeof tellerTexts,
  callerproved: keyof typeof proofTexts,
): SentRow => ({
  from: `${toldTo} care.recordTold`,
  ...{ about: `${source} by ${teller}, ${callerproved}`, isChoice: true, dialog: toldDialog },
  show: healthQuestions,
  act: async ({ press, fill }) => {
    await press("Record what the patient told");
    await fill("How did we learn of it?", source);
    await fill("Who told it?", teller);
    await fill("How did they show it’s this patient?", callerproved);
    await fill(about.label, about.single);
    await fill("Answer", "told_1");
    await press("Record it");
  },
  sends: {
    params: { id },
    body: {
      told: { source, teller, on: today, callerproved },
      ...{ answers: [{ questionid: about.single, answer: "told_1" }], version: 7 },
    },
  },
});

export const toldRows: readonly SentRow[] = [
  {
    from: `${toldTo} care.recordTold`,
    show: healthQuestions,
    act: async ({ press, fill }) => {
      await press("Record what the patient told");
      await fill("How did we learn of it?", "phone");
      await fill("Who told it?", "other");
      await fill("On which day?", "2026-11-03");
      await fill("How did they show it’s this patient?", "birthday_and_phone");
      await fill(about.label, about.array);
      await press("A clot");
      await press("Something else");
      await fill("Which?", "words beside it");
      await fill(about.label, about.single);
      await fill("Answer", "told_1");
      await fill("What was said", "heard it twice");
      await press(/^I’ve looked at what this means/);
      await press("Record it");
    },
    dialog: toldDialog,
    shown: ["Maria Patient 2"],
    sends: {
      params: { id },
      body: {
        told: {
          ...{ source: "phone", teller: "other", on: "2026-11-03", callerproved: "birthday_and_phone" },
          note: "heard it twice",
        },
        answers: [
          { questionid: about.array, answer: ["told_a", "told_b"], others: "words beside it" },
          { questionid: about.single, answer: "told_1" },
        ],
        ...{ version: 7, reviewed: true },
      },
    },
  },
  toldRow("in_person", "patient", "photo_id"),
  toldRow("doctors_letter", "other", "letterhead"),
  toldRow("phone", "patient", "birthday_and_address"),
  toldRow("phone", "patient", "birthday_and_email"),
  {
    from: `${toldTo} care.previewTold`,
    show: healthQuestions,
    act: async ({ press, fill }) => {
      await press("Record what the patient told");
      await fill(about.label, about.array);
      await press("Something else");
      await fill("Which?", "words beside it");
      await fill(about.label, about.single);
      await fill("Answer", "told_1");
      await press("See what follows");
    },
    dialog: toldDialog,
    sends: {
      params: { id },
      body: {
        answers: [
          { questionid: about.array, answer: ["told_b"], others: "words beside it" },
          { questionid: about.single, answer: "told_1" },
        ],
      },
    },
  },
];
