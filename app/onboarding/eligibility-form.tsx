import css from "#app/auth/auth-page.module.css";
import { SignUpForm } from "#app/auth/sign-up/sign-up-form.tsx";
import { FriendWelcomeSlot } from "#app/growth/referral/friend-welcome-slot.tsx";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Link } from "#app/ui/actions/link.tsx";

const formCode = preloadableChunk(async () => {
  const { enterExperiments, signUp } = await import("./eligibility/eligibility-sign-up.ts");
  enterExperiments();
  return { signUp };
});

/** `/eligibility` for a visitor without an account. */
export function EligibilityForm() {
  return (
    <div className={css["page"]}>
      <Heading
        size="display"
        lead="Create your account first. Then we ask about your health, about 10 minutes in all. You can stop at any time and go on later."
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
