import { PhotoStep } from "./photo-step.tsx";
import { SsnStep } from "./ssn-step.tsx";
import { type StepProps, StepPage } from "../flow/step-page.tsx";

/** `/identity-verification`: the Social Security number, or two photos for manual review. */
export default function IdentityVerification() {
  return <StepPage path="/identity-verification">{(stepProps) => <IdentityStep {...stepProps} />}</StepPage>;
}

function IdentityStep(stepProps: StepProps) {
  if (stepProps.view.kind === "photo") return <PhotoStep {...stepProps} kind="photo_id" />;
  if (stepProps.view.kind === "selfie") return <PhotoStep {...stepProps} kind="selfie" />;
  return <SsnStep {...stepProps} />;
}
