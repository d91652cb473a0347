import { useRef, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { isRetryable } from "#app/api/client.ts";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { Form } from "#app/forms/form.tsx";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import type { FollowupStep } from "#contract/followup.ts";
import { type Answers, questionView } from "../questions.ts";
import type { FollowupSession } from "../followup-session.ts";
import css from "../followup.module.css";
import { answersOf, fieldOfIssue, namesOf, schemaOf, type Values, valuesOf } from "../answer-values.ts";
import { FollowupQuestions } from "./question-view.tsx";

/** One step: its questions and the buttons to continue and go back. Answers stay in the form until they are saved. */
export function QuestionScreen({
  step,
  note,
  followupSession,
  onClose,
}: {
  step: FollowupStep;
  note: string | null;
  followupSession: FollowupSession;
  onClose: () => void;
}) {
  const sent = useRef<Answers>([]);
  const [isConnectionError, setIsConnectionError] = useState(false);
  const back = useBackButton(followupSession, onClose);
  const view = questionView(step);

  async function save(values: Values) {
    sent.current = answersOf(step, values);
    setIsConnectionError(false);
    back.forget();
    // The answers then remain a draft for when the patient returns to this question.
    if (await back.hasMoved()) throw new Error("The patient went back meanwhile");
    try {
      await followupSession.answer(sent.current);
    } catch (error) {
      setIsConnectionError(isRetryable(error));
      throw error;
    }
  }

  return (
    <Form<Values, Values>
      schema={schemaOf(step)}
      names={namesOf(step)}
      defaultValues={valuesOf(step)}
      draft={`${tokenPatientId(session.get().token)}:review:${step.followupid}:${step.step}`}
      fieldName={(path) => fieldOfIssue(step, sent.current, path)}
      onSubmit={save}
    >
      {(controls) => (
        <>
          {note && <Alert>{note}</Alert>}
          <FollowupQuestions view={view} step={step} controls={controls} waiting={followupSession.pendingFollowup} />
          {back.problem !== null && <Alert tone="warning">{errorMessage(back.problem)}</Alert>}
          {isConnectionError && (
            <p className={css["kept"]}>Your answer is still here. Press the button to send it again.</p>
          )}
          <div className={css["actions"]}>
            <Button type="submit" wide busy={controls.busy} busyLabel="Saving">
              {step.previousstep === null ? "Begin" : step.stepsleft === 1 ? "Finish" : "Continue"}
            </Button>
            <Button variant="quiet" busy={back.busy} busyLabel="Going back" onClick={back.go}>
              <ArrowLeftIcon />
              Back
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** Goes back to the previous question; on the first one it closes the follow-up. */
function useBackButton(followupSession: FollowupSession, onClose: () => void) {
  const [running, setRunning] = useState(false);
  const going = useRef<Promise<boolean>>(null);
  const [problem, setProblem] = useState<unknown>(null);
  /** Resolves with whether it left this question. */
  async function go(): Promise<boolean> {
    setRunning(true);
    setProblem(null);
    try {
      const moved = await followupSession.back();
      if (!moved) onClose();
      return moved;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      setRunning(false);
    }
  }
  return {
    go: () => void (going.current = go()),
    hasMoved: () => going.current,
    busy: useDelayedBusy(running),
    problem,
    forget: () => setProblem(null),
  };
}
