import { DetailsStep } from "./details-step.tsx";
import { StepPage } from "../flow/step-page.tsx";
import { QuestionStep } from "./question-step.tsx";

/** `/health-questions`: state and birthday if missing, then the questions, one screen at a time. */
export default function HealthQuestions() {
  return (
    <StepPage path="/health-questions">
      {(stepProps) =>
        stepProps.view.kind === "details" ? <DetailsStep {...stepProps} /> : <QuestionStep {...stepProps} />
      }
    </StepPage>
  );
}
