import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { Redirect } from "wouter";
import { useSession } from "#app/api/session/session.ts";
import { stepHref } from "../flow/step-addresses.ts";
import css from "#app/auth/auth-page.module.css";
import { SignUpForm } from "#app/auth/sign-up/sign-up-form.tsx";
import { FriendWelcomeSlot } from "#app/growth/referral/friend-welcome-slot.tsx";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Link } from "#app/ui/actions/link.tsx";

const formCode = preloadableChunk(async () => {
  const { enterExperiments, signUp } = await import("./eligibility-sign-up.ts");
  enterExperiments();
  return { signUp };
});

/** `/eligibility` for a visitor without an account. */
export function EligibilityForm() {
  return (
    <div className={css["page"]}>
      <Heading
        size="display"
        lead={`Create your account first. Then we’ll ask about your health. It takes about ${visitMinutes} minutes in all, and you can stop any time and come back later.`}
      >
        Let’s get you started
      </Heading>
      <FriendWelcomeSlot />
      <SignUpForm sender={formCode} />
      <p className={css["aside"]}>
        Have an account?{" "}
        <Link standalone href="/login">
          Log in
        </Link>
      </p>
    </div>
  );
}

/** `/eligibility`: sign-up. A signed-in patient resumes their visit; the surrounding shell has loaded their record. */
export default function Eligibility() {
  const { token, record } = useSession();
  if (token === null) return <EligibilityForm />;
  return record ? <Redirect to={stepHref(record.onboardingstep)} replace /> : null;
}
