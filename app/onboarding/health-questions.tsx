import { DetailsStep } from "./details-step.tsx";
import { StepPage } from "./step-page.tsx";
import { QuestionStep } from "./questions/question-step.tsx";

/** `/health-questions`: state and birthday where they are missing, then the questions, one screen at a time. */
export default function HealthQuestions() {
  return (
    <StepPage path="/health-questions">
      {(shown) => (shown.view.kind === "details" ? <DetailsStep {...shown} /> : <QuestionStep {...shown} />)}
    </StepPage>
  );
}
