import { useState } from "react";
import * as z from "zod/mini";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { Form } from "#app/forms/form.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { SsnField } from "#app/ui/forms/ssn-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";
import { stepHref, nextHref, previousHref } from "../flow/step-addresses.ts";
import { useGoToCurrentStep, useSaveOutcome } from "../flow/queries.ts";
import { WhyWeAsk } from "../questions/why-we-ask.tsx";
import { StepFrame } from "../flow/step-frame.tsx";
import type { StepProps } from "../flow/step-page.tsx";
import { isStepConflict, signInPathHere } from "../flow/use-save-step.ts";

const Body = onboarding.verifyIdentity.body;
type Values = z.input<typeof Body>;

/** Step 5: the number is matched once and not stored. After three tries a person verifies the identity. */
export function SsnStep({ record, view }: StepProps) {
  const saveOutcome = useSaveOutcome();
  const goToCurrentStep = useGoToCurrentStep();
  const [attemptsLeft, setAttemptsLeft] = useState<number | null>(null);

  if (record.identitystatus === "matched" || record.identitystatus === "review")
    return <IdentitySettled record={record} view={view} />;

  async function verify(body: Values) {
    setAttemptsLeft(null);
    try {
      const result = await call(onboarding.verifyIdentity, { body }, { signInAt: signInPathHere() });
      saveOutcome(result.onboarding);
      if (result.identitystatus === "no_match") setAttemptsLeft(result.attemptsleft);
      else navigate(stepHref(result.onboarding.onboardingstep));
    } catch (error) {
      if (!isStepConflict(error) && !(isApiError(error) && error.code === "identity_attempts")) throw error;
      await goToCurrentStep();
    }
  }

  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title="Let’s make sure it’s you"
      lead="This keeps anyone else from getting medicine in your name."
    >
      <Form<Values, Values> schema={Body} names={["ssn"]} defaultValues={{ ssn: "" }} onSubmit={verify}>
        {({ field, form, error, busy }) => (
          <Stack gap={6}>
            {attemptsLeft !== null && (
              <Alert tone="warning" title="We couldn’t match this number">
                Please check it and try again. You have {attemptsLeft} {attemptsLeft === 1 ? "try" : "tries"} left.
                After that, a person will check your photo ID instead.
              </Alert>
            )}
            <SsnField
              label="Social security number"
              hint="We match it with your name and date of birth. We don’t keep it."
              required
              {...field("ssn")}
              error={error("ssn")}
              onChange={(event) => void form.register("ssn").onChange(event)}
            />
            <WhyWeAsk>
              The law requires us to know who we treat. A secure service compares the number with your name and date of
              birth, just once. We only keep the last four digits.
            </WhyWeAsk>
            <Button type="submit" wide busy={busy} busyLabel="Checking">
              Continue
            </Button>
          </Stack>
        )}
      </Form>
    </StepFrame>
  );
}

/** The patient returned to a step that is already settled. */
function IdentitySettled({ record, view }: Pick<StepProps, "record" | "view">) {
  const matched = record.identitystatus === "matched";
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title={matched ? "We know it’s you" : "A person will check your ID"}
      lead={matched ? "We’ve confirmed your identity." : "We couldn’t match your number, so we need two photos."}
    >
      <Button wide onClick={() => navigate(nextHref(record, view))}>
        Continue
      </Button>
    </StepFrame>
  );
}
