import { useState } from "react";
import { SignUpForm } from "#app/auth/sign-up-form.tsx";
import { useSession } from "#app/api/session.ts";
import { Redirect } from "wouter";
import { StepFrame } from "./step-frame.tsx";
import { hrefOf } from "./places.ts";
import { useGoToHerStep, useRecord } from "./queries.ts";
import { StepSkeleton } from "./step-states.tsx";

/** `/eligibility`: the account. Whoever has one goes on where she left off. */
export default function Eligibility() {
  const { token } = useSession();
  const { record } = useRecord();
  const goToHerStep = useGoToHerStep();
  const [entering, setEntering] = useState(false);
  if (token !== null && !entering) {
    if (!record) return <StepSkeleton />;
    return <Redirect to={record.onboardingstatus === "DONE" ? "/home" : hrefOf(record.onboardingstep)} replace />;
  }
  return (
    <StepFrame
      progress={0.02}
      back={null}
      title="Let’s get you started"
      lead="Create your account first. Then we ask about your health, about 10 minutes in all. You can stop at any time and go on later."
    >
      <SignUpForm
        onSignedIn={async () => {
          setEntering(true);
          await goToHerStep();
        }}
      />
    </StepFrame>
  );
}
