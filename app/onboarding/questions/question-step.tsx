import { type ComponentProps, useState } from "react";
import { drafts } from "#app/forms/drafts.ts";
import { Form, type FormControls } from "#app/forms/form.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useEmergencyDetector } from "#app/emergency/use-emergency-detector.ts";
import type { Question, QuestionScreen } from "#contract/onboarding/questions.ts";
import { AnswerNoticeList } from "../notices/answer-notice-list.tsx";
import { useAnsweredStep } from "../notices/answered-step.ts";
import { NoticesLeft, noticesBeside } from "../notices/notices-left.tsx";
import { type SeenNotices, useAnswerNotices, useSeenNotices } from "../notices/use-answer-notices.ts";
import { nextHref, previousHref, resolveScreen } from "../flow/step-addresses.ts";
import { StepActions, StepFrame } from "../flow/step-frame.tsx";
import type { StepProps } from "../flow/step-page.tsx";
import { useSendWhenConnected } from "#app/api/use-send-when-connected.ts";
import { type StepSaved, useSaveStep } from "../flow/use-save-step.ts";
import { QuestionField, type QuickPress } from "./question-field.tsx";
import { completesScreen, notePress, usePressJustMade } from "./quick-press.ts";
import { SymptomPicker } from "./choose-and-rate.tsx";
import {
  answersOf,
  acceptsFreeText,
  isSymptomList,
  fieldOfIssuePath,
  namesOf,
  answerSchema,
  type AnswerValues,
  valuesOf,
  freeTextOf,
  validAnswers,
} from "./answer-values.ts";
import css from "./question-step.module.css";
import { WhyWeAsk } from "./why-we-ask.tsx";

/** The requested screen of a step, or the first with an open question. */
export function QuestionStep({ record, view, page }: StepProps) {
  const index = resolveScreen(view, page);
  const screen = view.screens[index];
  if (!screen) return <EmptyStep {...{ record, view, page }} />;
  return <QuestionScreenForm key={screen.id} {...{ record, view, screen, index }} />;
}

function QuestionScreenForm({
  record,
  view,
  screen,
  index,
}: Omit<StepProps, "page"> & { screen: QuestionScreen; index: number }) {
  const seen = useSeenNotices();
  const save = useSaveStep(view.step, { page: index + 1, seen });
  const { run, waiting } = useSendWhenConnected((send: () => Promise<StepSaved>) => send());
  const detectEmergency = useEmergencyDetector(screen.questions.some(acceptsFreeText));
  // Looked through again once the rules are there: they may come after the press.
  const [told, setTold] = useState("");
  const justPressed = usePressJustMade();
  const draft = `${record.id}:${view.step}:${screen.id}`;
  const onlyQuestion = screen.questions.length === 1 && !screen.title ? screen.questions[0] : undefined;
  const heading = onlyQuestion?.question ?? screen.title ?? view.title;

  return (
    <StepFrame
      view={view}
      emergency={(waiting && detectEmergency?.(told)) || null}
      back={previousHref(view, index)}
      eyebrow={heading === view.title ? undefined : view.title}
      title={heading}
      lead={
        onlyQuestion ? onlyQuestion.description : (screen.description ?? (index === 0 ? view.description : undefined))
      }
    >
      <Form<AnswerValues, AnswerValues>
        schema={answerSchema(screen)}
        names={namesOf(screen)}
        defaultValues={valuesOf(screen)}
        draft={draft}
        fieldName={(path) => fieldOfIssuePath(screen, path)}
        onSubmit={(values) => {
          const next = (saved: typeof record, now: typeof view) => {
            drafts.remove(draft);
            return nextHref(saved, now, screen.id);
          };
          const answers = answersOf(screen, values);
          setTold(freeTextOf(screen, answers));
          return save({ answers }, next, run);
        }}
      >
        {(controls) => (
          <Stack gap={6} className={justPressed ? css["still"] : undefined}>
            <Questions {...{ view, screen, onlyQuestion, controls, seen }} />
            {waiting && (
              <Alert tone="info">
                We can't connect right now. Your answer is saved here, and we'll send it as soon as we can.
              </Alert>
            )}
            <StepActions>
              <Button
                type="submit"
                wide
                busy={controls.busy}
                busyLabel={waiting ? "Waiting for a connection" : "Saving"}
              >
                Continue
              </Button>
            </StepActions>
          </Stack>
        )}
      </Form>
    </StepFrame>
  );
}

/** The questions of a screen, each with what the practice says about its answer. */
function Questions({
  view,
  screen,
  onlyQuestion,
  controls,
  seen,
}: {
  view: StepProps["view"];
  screen: QuestionScreen;
  onlyQuestion: Question | undefined;
  controls: FormControls<AnswerValues>;
  seen: SeenNotices;
}) {
  const answers = validAnswers(screen, controls.form.watch());
  const isNoticed = answers.some(({ questionid }) => view.noticequestions.includes(questionid));
  const notices = useAnswerNotices(view.step, isNoticed ? { answers } : null);
  const saved = useAnsweredStep()?.notices;
  const askedByThemselves = isSymptomList(screen) ? [] : screen.questions;
  return (
    <>
      {isSymptomList(screen) && (
        <SymptomPicker
          label={screen.title ?? view.title}
          symptoms={screen.questions}
          controls={controls}
          quickNone={quickNone(screen, view, controls)}
        />
      )}
      {askedByThemselves.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          headingIsLabel={question === onlyQuestion}
          controls={controls}
          quick={quickPressOn(question, screen, view, controls)}
          notices={
            <AnswerNoticeList
              notices={noticesBeside(question.id, notices, saved)}
              seen={seen}
              amongQuestions={!onlyQuestion}
            />
          }
        />
      ))}
      {onlyQuestion?.why && <WhyWeAsk>{onlyQuestion.why}</WhyWeAsk>}
      <NoticesLeft notices={notices} questions={screen.questions.map(({ id }) => id)} seen={seen} />
    </>
  );
}

/** The answers to this question that a press sends where it completes the screen; the visit goes on once they are saved. */
function quickPressOn(
  { id, answertype }: Question,
  screen: QuestionScreen,
  view: StepProps["view"],
  { form }: FormControls<AnswerValues>,
): QuickPress | undefined {
  const quick = view.quickanswers.find(({ questionid }) => questionid === id)?.options;
  if (!quick) return undefined;
  if (!completesScreen(screen, view, form.getValues(), [id])) return { quick };
  return {
    quick,
    onQuickPress(option, element) {
      // Among other choices it clears them, which is to be seen before it is sent.
      if (answertype === "array" && [form.getValues(id) ?? []].flat().some((chosen) => chosen !== option)) return;
      form.setValue(id, answertype === "array" ? [option] : option, { shouldDirty: true });
      sendByPress(element);
    },
  };
}

/** The same of “none of these” above a list of symptoms. */
function quickNone(
  screen: QuestionScreen,
  view: StepProps["view"],
  { form }: FormControls<AnswerValues>,
): ComponentProps<typeof SymptomPicker>["quickNone"] {
  const ids = screen.questions.map(({ id }) => id);
  if (!ids.every((id) => view.quickanswers.some(({ questionid }) => questionid === id))) return undefined;
  return { onQuickPress: completesScreen(screen, view, form.getValues(), ids) ? sendByPress : undefined };
}

function sendByPress(form: HTMLFormElement | null): void {
  notePress();
  form?.requestSubmit();
}

/** A step in which no question applies to the patient (no answer raised a clarification). */
function EmptyStep({ view }: StepProps) {
  const seen = useSeenNotices();
  const save = useSaveStep(view.step, { seen });
  return (
    <StepFrame view={view} back={previousHref(view)} title={view.title} lead="That's all for this part.">
      <Form
        schema={answerSchema({ id: "", questions: [], complete: true })}
        names={[]}
        defaultValues={{}}
        onSubmit={() => save({ answers: [] })}
      >
        {({ busy }) => (
          <Stack gap={6}>
            <NoticesLeft seen={seen} />
            <Button type="submit" wide busy={busy} busyLabel="Please wait">
              Continue
            </Button>
          </Stack>
        )}
      </Form>
    </StepFrame>
  );
}
