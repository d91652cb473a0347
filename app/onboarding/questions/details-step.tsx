import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { deviceTimezone } from "#app/forms/timezone-options.ts";
import { Form } from "#app/forms/form.tsx";
import { variantOfExperiment } from "#app/growth/experiments/experiments.ts";
import { StatesSelect } from "#app/orders/checkout/states-select.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { DateOfBirth } from "#app/ui/forms/date-of-birth.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Day, StateId } from "#contract/fields/fields.ts";
import { NoticesLeft } from "../notices/notices-left.tsx";
import { type SeenNotices, useAnswerNotices, useSeenNotices } from "../notices/use-answer-notices.ts";
import { previousHref } from "../flow/step-addresses.ts";
import { queries } from "../flow/queries.ts";
import { StepActions, StepFrame } from "../flow/step-frame.tsx";
import type { StepProps } from "../flow/step-page.tsx";
import { useSaveStep } from "../flow/use-save-step.ts";

const Details = z.object({ state: StateId, birthday: Day });

/** The alternative lead, which the experiment compares with the step's own. */
const reasonText = "Your doctor must be licensed where you live, and some treatments depend on your age.";

/** Step 1.5: the state decides which doctors may treat the patient, the birthday which treatments are safe. */
export function DetailsStep({ record, view }: StepProps) {
  const seen = useSeenNotices();
  const save = useSaveStep(view.step, { seen });
  const states = useQuery(queries.states());
  const [showsReason] = useState(() => variantOfExperiment("visit_lead") === "why");
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title={view.title}
      lead={showsReason ? reasonText : (view.description ?? reasonText)}
    >
      <Form
        schema={Details}
        names={["state", "birthday"]}
        defaultValues={{ state: record.state ?? "", birthday: record.birthday ?? "" }}
        draft={`${record.id}:details`}
        onSubmit={(values) => save({ ...values, timezone: deviceTimezone() })}
      >
        {({ form, field, error, busy }) => {
          const chosen = states.data?.items.find((state) => state.id === form.watch("state"));
          return (
            <Stack gap={6}>
              <StatesSelect label="The state you live in" {...field("state")} />
              {chosen?.status === "not_served" && (
                <Alert tone="warning">We can't treat patients in {chosen.name} yet.</Alert>
              )}
              <Controller
                control={form.control}
                name="birthday"
                render={({ field: birthday }) => (
                  <DateOfBirth label="Your date of birth" required error={error("birthday")} {...birthday} />
                )}
              />
              <BirthdayNotices step={view.step} birthday={form.watch("birthday")} seen={seen} />
              <StepActions>
                <Button type="submit" wide busy={busy} busyLabel="Saving">
                  Continue
                </Button>
              </StepActions>
            </Stack>
          );
        }}
      </Form>
    </StepFrame>
  );
}

/** What the practice says about the patient's age. */
function BirthdayNotices({ step, birthday, seen }: { step: number; birthday: string; seen: SeenNotices }) {
  const notices = useAnswerNotices(step, Day.safeParse(birthday).success ? { birthday } : null);
  return <NoticesLeft notices={notices} seen={seen} />;
}
