import FlowSwitcher from "#app/onboarding/visit/flow-switcher.tsx";
import HealthQuestions from "#app/onboarding/questions/health-questions-page.tsx";
import IdentityVerification from "#app/onboarding/identity/identity-verification-page.tsx";
import { StoppedVisitPage } from "#app/onboarding/screening/stopped-visit-page.tsx";
import { account } from "#contract/account/calls.ts";
import { flowVariants } from "#contract/constants.ts";
import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";
import { answerOf, picture, signIn } from "./patient.ts";
import { save, savedStep, showStep, type View, view } from "./visit-step.tsx";

const [first, screen] = view.screens as [View["screens"][number], View["screens"][number]];
const [text, choice] = screen.questions as [(typeof screen.questions)[number], (typeof screen.questions)[number]];
const asked = [
  { ...text, answertype: "text" as const, answer: null },
  {
    ...choice,
    ...{ answertype: "single" as const, answer: null, others: null },
    answerlist: choice.answerlist.map((option, n) => ({ ...option, exclusive: false, asksothers: n === 1 })),
  },
];
const questions: Partial<View> = {
  kind: "questions",
  screens: [first, { ...screen, questions: asked }],
  currentscreen: screen.id,
  noticequestions: [],
  quickanswers: [],
};
const answered = {
  answers: [
    { questionid: text.id, answer: "since my last visit" },
    { questionid: choice.id, answer: choice.answerlist[1]!.id, others: "only in the evening" },
  ],
};
const answer = async ({ fill, press }: Screen) => {
  await fill(new RegExp(`^${text.question}`), "since my last visit");
  await press(new RegExp(`^${choice.answerlist[1]!.name}`));
  await fill(/^Please tell us more/, "only in the evening");
};
const several: Partial<View> = {
  ...questions,
  screens: [first, { ...screen, questions: [{ ...asked[1]!, answertype: "array" }] }],
};

const severalAnswers = {
  answers: [{ questionid: choice.id, answer: choice.answerlist.map(({ id }) => id), others: "only in the evening" }],
};

const asking: readonly SentRow[] = [
  {
    from: save,
    about: "answers to a screen",
    show: showStep(HealthQuestions, 2, questions),
    act: async (shown) => {
      await answer(shown);
      await shown.press("Continue");
    },
    sends: { params: { n: "2" }, body: answered },
  },
  {
    from: save,
    about: "several answers to a question",
    show: showStep(HealthQuestions, 2, several),
    act: async ({ press, fill }) => {
      for (const { name } of choice.answerlist) await press(new RegExp(`^${name}`));
      await fill(/^Please tell us more/, "only in the evening");
      await press("Continue");
    },
    sends: {
      params: { n: "2" },
      body: severalAnswers,
    },
  },
  {
    from: save,
    about: "state and birthday",
    show: showStep(HealthQuestions, 1.5, { kind: "details" }, { state: null, birthday: null }),
    act: async ({ fill, press }) => {
      await fill("The state you live in", "IA");
      await fill("Month", "3");
      await fill("Day", "14");
      await fill("Year", "1971");
      await press("Continue");
    },
    sends: {
      params: { n: "1.5" },
      body: {
        ...{ state: "IA", birthday: "1971-03-14" },
        get timezone() {
          return new Intl.DateTimeFormat().resolvedOptions().timeZone;
        },
      },
    },
  },
  {
    from: "app/onboarding/flow/use-save-step.ts onboarding.triggerEvent",
    quiet: "Nobody waits for it.",
    show: (server) => {
      server.answer(onboarding.saveStep, () => ({
        ...savedStep({ onboardingstep: 3 }),
        view: { ...view, step: 2, nextstep: 3, screens: [first] },
      }));
      return showStep(HealthQuestions, 2, questions)(server);
    },
    act: async (shown) => {
      await answer(shown);
      await shown.press("Continue");
    },
    sends: { body: { event: "StepCompleted", step: 2 } },
  },
  {
    from: "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices",
    isAskedAnew: true,
    about: "answers",
    quiet: "What the practice says of an answer comes with the step if it doesn't come now.",
    show: showStep(HealthQuestions, 2, { ...questions, noticequestions: [text.id, choice.id] }),
    act: answer,
    sends: { params: { n: "2" }, body: answered },
  },
  {
    from: "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices",
    isAskedAnew: true,
    about: "several answers",
    quiet: "What the practice says of an answer comes with the step if it doesn't come now.",
    show: showStep(HealthQuestions, 2, { ...several, noticequestions: [choice.id] }),
    act: async ({ press, fill }) => {
      await press(new RegExp(`^${choice.answerlist[0]!.name}`));
      await press(new RegExp(`^${choice.answerlist[1]!.name}`));
      await fill(/^Please tell us more/, "only in the evening");
    },
    sends: { params: { n: "2" }, body: severalAnswers },
  },
  {
    from: "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices",
    isAskedAnew: true,
    about: "a birthday",
    quiet: "What the practice says of an age comes with the step if it doesn't come now.",
    show: showStep(HealthQuestions, 1.5, { kind: "details" }, { state: null, birthday: null }),
    act: async ({ fill }) => {
      await fill("Month", "3");
      await fill("Day", "14");
      await fill("Year", "1971");
    },
    sends: { params: { n: "1.5" }, body: { birthday: "1971-03-14" } },
  },
];

const identity: readonly SentRow[] = [
  ...(["photo_id", "selfie"] as const).map((kind, index) => ({
    from: "app/onboarding/identity/photo-step.tsx onboarding.uploadPhoto",
    about: kind,
    show: showStep(IdentityVerification, 5.1 + index / 10, { kind: kind === "photo_id" ? "photo" : kind }),
    act: ({ attach }: Screen) => attach(picture(`${kind}.png`, 65 + index)),
    sends: { body: { kind, file: { file: `${kind}.png`, type: "image/png", size: 65 + index } } },
  })),
  {
    from: "app/onboarding/identity/ssn-step.tsx onboarding.verifyIdentity",
    show: showStep(IdentityVerification, 5, { kind: "identity" }),
    act: async ({ fill, press }) => {
      await fill("Social security number", "219-09-9998");
      await press("Continue");
    },
    sends: { body: { ssn: "219-09-9998" } },
  },
];

const others: readonly SentRow[] = [
  {
    from: "app/onboarding/screening/stopped-visit-page.tsx onboarding.reject",
    show: () => {
      signIn({ onboardingstatus: "PENDING" });
      Object.assign(window, { print: () => {} });
      return <StoppedVisitPage stop={answerOf(account.healthAnswers, 89_000).stop!} />;
    },
    act: ({ press }) => press("Print a summary"),
    sends: { body: {} },
  },
  ...flowVariants.map((flow_variant) => ({
    from: "app/onboarding/visit/flow-switcher.tsx onboarding.overrideFlow",
    about: flow_variant,
    show: () => <FlowSwitcher record={signIn({ onboardingstatus: "PENDING", flow_variant: null })} />,
    act: ({ press }: Screen) => press(flow_variant),
    sends: { body: { flow_variant } },
  })),
];

export const visitRows: readonly SentRow[] = [...asking, ...identity, ...others];
