import { Redirect } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { session, useSession } from "#app/api/session.ts";
import css from "#app/auth/auth-page.module.css";
import { SignUpForm } from "#app/auth/sign-up-form.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Link } from "#app/ui/link.tsx";
import { identify } from "./events.ts";
import { hrefOf } from "./places.ts";
import { useRecord } from "./queries.ts";
import { StepSkeleton } from "./step-states.tsx";

/** `/eligibility`: the account. Whoever has one goes on where she left off. */
export default function Eligibility() {
  const { token } = useSession();
  const { record } = useRecord();
  if (token !== null) return record ? <Redirect to={hrefOf(record.onboardingstep)} replace /> : <StepSkeleton />;
  return (
    <div className={css["page"]}>
      <Heading
        size="display"
        lead="Create your account first. Then we ask about your health, about 10 minutes in all. You can stop at any time and go on later."
      >
        Let’s get you started
      </Heading>
      <SignUpForm
        onSignedIn={() => {
          const { record: begun } = session.get();
          if (begun) identify(begun);
          navigate(begun ? hrefOf(begun.onboardingstep) : "/health-questions", { replace: true });
        }}
      />
      <p className={css["aside"]}>
        Have an account?{" "}
        <Link standalone href="/login">
          Log in
        </Link>
      </p>
    </div>
  );
}
