import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { StepFrame } from "../flow/step-frame.tsx";
import * as z from "zod/mini";
import css from "./identity-review-step.module.css";

const emptySchema = z.object({});

/** The practice reviews the patient's identity; checkout goes on meanwhile. */
export function IdentityReviewStep({
  progress,
  back,
  onContinue,
}: {
  progress: number;
  back: string | null;
  onContinue: () => Promise<void>;
}) {
  return (
    <StepFrame
      progress={progress}
      back={back}
      title="We're checking your ID"
      lead="Thank you. A person on our team will look at your photos, usually within a day."
    >
      <div className={css["picture"]}>
        <LockLeaf />
      </div>
      <p>
        You can check out now. Your doctor will see your plan as soon as your ID is confirmed. If we need anything else,
        we'll email you.
      </p>
      <Form schema={emptySchema} names={[]} defaultValues={{}} onSubmit={onContinue}>
        {({ busy }) => (
          <Button type="submit" wide busy={busy} busyLabel="Please wait">
            Continue to checkout
          </Button>
        )}
      </Form>
    </StepFrame>
  );
}
