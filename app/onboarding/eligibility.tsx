import { Redirect } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { session, useSession } from "#app/api/session.ts";
import { SignUpForm } from "#app/auth/sign-up-form.tsx";
import { identify } from "./events.ts";
import { hrefOf } from "./places.ts";
import { useRecord } from "./queries.ts";
import { StepFrame } from "./step-frame.tsx";
import { StepSkeleton } from "./step-states.tsx";

/** `/eligibility`: the account. Whoever has one goes on where she left off. */
export default function Eligibility() {
  const { token } = useSession();
  const { record } = useRecord();
  if (token !== null) return record ? <Redirect to={hrefOf(record.onboardingstep)} replace /> : <StepSkeleton />;
  return (
    <StepFrame
      progress={0.01}
      back={null}
      title="Let’s get you started"
      lead="Create your account first. Then we ask about your health, about 10 minutes in all. You can stop at any time and go on later."
    >
      <SignUpForm
        onSignedIn={() => {
          const { record: begun } = session.get();
          if (begun) identify(begun);
          navigate(begun ? hrefOf(begun.onboardingstep) : "/health-questions", { replace: true });
        }}
      />
    </StepFrame>
  );
}
