import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Link } from "wouter";
import { Form, type FormControls } from "#app/forms/form.tsx";
import { QuestionField } from "#app/onboarding/questions/question-field.tsx";
import { namesOf, answerSchema, type AnswerValues, isSymptomList } from "#app/onboarding/questions/answer-values.ts";
import { SymptomPicker } from "#app/onboarding/questions/choose-and-rate.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusToTop, moveFocusTo } from "#app/ui/focus.ts";
import type { HealthAnswers, HealthScreen } from "#contract/account/health-answers.ts";
import css from "./medical-information.module.css";
import { medicalInformationPath } from "./section-paths.ts";
import { SavedNotice, SavedEmergency } from "./saved-notice.tsx";
import { mergeScreens, type Section, type ChangedAnswer } from "./sections.ts";
import { draftName, useSectionSave } from "./use-section-save.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** Changes one section of the answers, using the visit's questions. */
export function SectionForm({
  health,
  section,
  patientId,
}: {
  health: HealthAnswers;
  section: Section;
  patientId: string;
}) {
  const { seen: edited, save, nameOf } = useSectionSave(health, section, patientId);
  const screen = mergeScreens(edited.section);
  return (
    <Stack key={edited.version} gap={6} className={css["editing"]}>
      <Link href={medicalInformationPath} className={css["back"]}>
        <ArrowLeftIcon />
        All your answers
      </Link>
      <Stack gap={2}>
        <h1 ref={moveFocusToTop} tabIndex={-1}>
          {edited.section.title}
        </h1>
        <p className={css["muted"]}>Your doctor will see what you change. What you told us before stays on record.</p>
      </Stack>
      <SavedEmergency />
      <SavedNotice more />
      {edited.conflicts && <ConflictAlert answers={edited.conflicts} />}
      <Form<AnswerValues, AnswerValues>
        schema={answerSchema(screen)}
        names={namesOf(screen)}
        defaultValues={edited.values}
        draft={draftName(patientId, edited)}
        fieldName={nameOf}
        onSubmit={save}
      >
        {(controls) => (
          <Stack gap={6}>
            {edited.section.screens.map((each) => (
              <Screen key={each.id} screen={each} parts={controls} />
            ))}
            <Cluster gap={4}>
              <Button type="submit" busy={controls.busy} busyLabel="Saving">
                Save
              </Button>
              <Link href={medicalInformationPath} className={css["cancel"]}>
                Cancel
              </Link>
            </Cluster>
          </Stack>
        )}
      </Form>
    </Stack>
  );
}

function Screen({ screen, parts: controls }: { screen: HealthScreen; parts: FormControls<AnswerValues> }) {
  return (
    <>
      {screen.title && (
        <Stack gap={2}>
          <h2 className={css["title"]}>{screen.title}</h2>
          {screen.description && (
            <p>
              <EmergencyText>{screen.description}</EmergencyText>
            </p>
          )}
        </Stack>
      )}
      {isSymptomList(screen) ? (
        <SymptomPicker label={screen.title ?? screen.section.title} symptoms={screen.questions} controls={controls} />
      ) : (
        screen.questions.map((question) => (
          <QuestionField key={question.id} question={question} headingIsLabel={false} controls={controls} />
        ))
      )}
    </>
  );
}

const listAnswers = (texts: readonly string[]) => (texts.length > 0 ? texts.join("; ") : "no answer");

/** The answers were changed in another tab or on another device while the patient was typing. */
function ConflictAlert({ answers }: { answers: readonly ChangedAnswer[] }) {
  return (
    <div ref={scrollIntoViewAndFocus} tabIndex={-1}>
      <Alert tone="warning" title="Your answers were changed somewhere else">
        {answers.length > 0 ? (
          <Stack as="ul" gap={2} className={css["changes"]}>
            {answers.map(({ id, question, before, now }) => (
              <li key={id}>
                {question} It was “{listAnswers(before)}”. Now it’s “{listAnswers(now)}”.
              </li>
            ))}
          </Stack>
        ) : (
          <p>The change is in another part of your answers.</p>
        )}
        <p>What you typed is still here. Please check it, then press “Save” again.</p>
      </Alert>
    </div>
  );
}

function scrollIntoViewAndFocus(notice: HTMLElement | null): void {
  moveFocusTo(notice);
  notice?.scrollIntoView({ block: "center" });
}
