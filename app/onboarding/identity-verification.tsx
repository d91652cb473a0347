import { PhotoStep } from "./identity/photo-step.tsx";
import { SsnStep } from "./identity/ssn-step.tsx";
import { type StepOnPage, StepPage } from "./step-page.tsx";

/** `/identity-verification`: the number, or two photos for a person to look at. */
export default function IdentityVerification() {
  return <StepPage path="/identity-verification">{(shown) => <Step {...shown} />}</StepPage>;
}

function Step(shown: StepOnPage) {
  if (shown.view.kind === "photo") return <PhotoStep {...shown} kind="photo_id" />;
  if (shown.view.kind === "selfie") return <PhotoStep {...shown} kind="selfie" />;
  return <SsnStep {...shown} />;
}
