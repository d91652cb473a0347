import { EmergencyText } from "#app/ui/emergency-text.tsx";
import { Link } from "wouter";
import { Form, type FormParts } from "#app/forms/form.tsx";
import { QuestionField } from "#app/onboarding/questions/question-field.tsx";
import { namesOf, schemaOf, type Values } from "#app/onboarding/questions/values.ts";
import { Button } from "#app/ui/button.tsx";
import { ArrowLeftIcon } from "#app/ui/icons.tsx";
import { readFromTop } from "#app/ui/read-next.ts";
import type { HealthAnswers, HealthScreen } from "#contract/account.ts";
import { ChangedElsewhere } from "./changed-elsewhere.tsx";
import css from "./medical.module.css";
import { readPath } from "./paths.ts";
import { SavedNotice, ToldEmergency } from "./saved-notice.tsx";
import { asOneScreen, type Section } from "./sections.ts";
import { draftName, useSectionSave } from "./use-section-save.ts";

/** Changes one part of her answers, with the questions of the visit. */
export function SectionForm({ health, section, owner }: { health: HealthAnswers; section: Section; owner: string }) {
  const { seen, save, nameOf } = useSectionSave(health, section, owner);
  const screen = asOneScreen(seen.section);
  return (
    <div key={seen.version} className={css["editing"]}>
      <Link href={readPath} className={css["back"]}>
        <ArrowLeftIcon />
        All your answers
      </Link>
      <div className={css["lead"]}>
        <h1 ref={readFromTop} tabIndex={-1}>
          {seen.section.title}
        </h1>
        <p className={css["muted"]}>Your doctor sees what you change. What you told us before stays on record.</p>
      </div>
      <ToldEmergency />
      <SavedNotice more />
      {seen.elsewhere && <ChangedElsewhere answers={seen.elsewhere} />}
      <Form<Values, Values>
        schema={schemaOf(screen)}
        names={namesOf(screen)}
        defaultValues={seen.values}
        draft={draftName(owner, seen)}
        nameOf={nameOf}
        onSubmit={save}
      >
        {(parts) => (
          <div className={css["fields"]}>
            {seen.section.screens.map((each) => (
              <Screen key={each.id} screen={each} parts={parts} />
            ))}
            <div className={css["actions"]}>
              <Button type="submit" busy={parts.busy} busyLabel="Saving">
                Save
              </Button>
              <Link href={readPath} className={css["cancel"]}>
                Cancel
              </Link>
            </div>
          </div>
        )}
      </Form>
    </div>
  );
}

function Screen({ screen, parts }: { screen: HealthScreen; parts: FormParts<Values> }) {
  return (
    <>
      {screen.title && (
        <div className={css["lead"]}>
          <h2 className={css["title"]}>{screen.title}</h2>
          {screen.description && (
            <p>
              <EmergencyText>{screen.description}</EmergencyText>
            </p>
          )}
        </div>
      )}
      {screen.questions.map((question) => (
        <QuestionField key={question.id} question={question} alone={false} parts={parts} />
      ))}
    </>
  );
}
