import { useRef, useState } from "react";
import { shownText } from "#app/api/api-error.ts";
import { worthRetrying } from "#app/api/retry.ts";
import { session } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { Form } from "#app/forms/form.tsx";
import { useSlow } from "#app/forms/use-slow.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ArrowLeftIcon } from "#app/ui/icons.tsx";
import type { FollowupStep } from "#contract/followup.ts";
import { type Answers, viewOf } from "./questions.ts";
import type { Review } from "./review.ts";
import css from "./review.module.css";
import { answersOf, fieldOfIssue, namesOf, schemaOf, type Values, valuesOf } from "./values.ts";
import { Questions } from "./views.tsx";

/** One step: its question in the view its type asks for, and the way on and back. What she chose stays until it is saved. */
export function QuestionScreen({
  step,
  note,
  review,
  onClose,
}: {
  step: FollowupStep;
  note: string | null;
  review: Review;
  onClose: () => void;
}) {
  const sent = useRef<Answers>([]);
  const [lost, setLost] = useState(false);
  const back = useBack(review, onClose);
  const view = viewOf(step);

  async function save(values: Values) {
    sent.current = answersOf(step, values);
    setLost(false);
    back.forget();
    // What she chose is still a draft then, for when she comes to this question again.
    if (await back.hasMoved()) throw new Error("She went back meanwhile");
    try {
      await review.answer(sent.current);
    } catch (error) {
      setLost(worthRetrying(error));
      throw error;
    }
  }

  return (
    <Form<Values, Values>
      schema={schemaOf(step)}
      names={namesOf(step)}
      defaultValues={valuesOf(step)}
      draft={`${patientOf(session.get().token)}:review:${step.followupid}:${step.step}`}
      nameOf={(path) => fieldOfIssue(step, sent.current, path)}
      onSubmit={save}
    >
      {(parts) => (
        <>
          {note && <Alert>{note}</Alert>}
          <Questions view={view} step={step} parts={parts} waiting={review.waiting} />
          {back.problem !== null && <Alert kind="warning">{shownText(back.problem)}</Alert>}
          {lost && <p className={css["kept"]}>Your answer stays here. Press the button to send it again.</p>}
          <div className={css["actions"]}>
            <Button type="submit" wide busy={parts.busy} busyLabel="Saving">
              {step.previousstep === null ? "Begin" : step.left === 1 ? "Finish" : "Continue"}
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

/** Back to the question before; from the first one out of the review. */
function useBack(review: Review, onClose: () => void) {
  const [running, setRunning] = useState(false);
  const going = useRef<Promise<boolean>>(null);
  const [problem, setProblem] = useState<unknown>(null);
  /** Resolves with whether it left this question. */
  async function go(): Promise<boolean> {
    setRunning(true);
    setProblem(null);
    try {
      const moved = await review.back();
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
    busy: useSlow(running),
    problem,
    forget: () => setProblem(null),
  };
}
