import { Stack } from "#app/ui/layout/stack.tsx";
import { Choices } from "#clinic/ui/choices.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import type { EndingSubscription, GoesOn } from "#contract/care/merges.ts";
import css from "./pair-page.module.css";

/** The medicine of a subscription that ends, for whoever reads what is prescribed. */
export const endingName = (medicine: EndingSubscription["medicine"]): string =>
  medicine === null ? "A subscription that isn’t shown to you" : medicineName(medicine);

type Surviving = NonNullable<EndingSubscription["surviving"]>;

const notRunning: Readonly<Record<Surviving["status"], string>> = {
  pending: "It hasn’t begun yet",
  active: "It’s on hold",
  paused: "It’s paused",
  past_due: "Its payment failed",
  cancelled: "It’s canceled",
};

function effectOf({ runs, status, sameproduct }: Surviving): string {
  if (!runs) return `${notRunning[status]}, and stays so. A physician gets a task.`;
  return sameproduct
    ? "It continues as it is."
    : "It continues as it is. The other one is another strength or form, so a physician gets a task.";
}

/** What becomes of the subscriptions of the account that would close, and for each that both accounts have, which goes on. */
export function EndingSubscriptions({
  ending,
  answers,
  isMissing,
  onAnswer,
}: {
  ending: readonly EndingSubscription[];
  answers: Readonly<Record<string, GoesOn>>;
  isMissing: boolean;
  onAnswer: (subscriptionId: string, goeson: GoesOn) => void;
}) {
  if (ending.length === 0) return null;
  return (
    <Stack gap={4}>
      <p className={css["quiet"]}>
        The account that closes has subscriptions. They’re canceled once the patient has agreed at both addresses, and
        the patient isn’t charged for them after that. Undoing it doesn’t start them again.
      </p>
      {ending.map(({ subscriptionid, medicine, surviving }) =>
        surviving === null ? (
          <p key={subscriptionid}>
            {endingName(medicine)}: only in the account that closes. A physician gets a task to see to it that the
            patient isn’t without it.
          </p>
        ) : (
          <Choices
            key={subscriptionid}
            name={subscriptionid}
            legend={`Both accounts have ${medicine === null ? "one medicine" : medicine.name}. Which continues?`}
            choices={[
              {
                value: "surviving",
                label: `${endingName(surviving.medicine)}, in the account that’s kept`,
                effect: effectOf(surviving),
              },
              {
                value: "retired",
                label: `${endingName(medicine)}, in the account that closes`,
                effect:
                  "It can’t move on its own. The one that’s kept stays as it is, and a physician gets a task to change it.",
              },
            ]}
            chosen={answers[subscriptionid] ?? null}
            isMissing={isMissing && answers[subscriptionid] === undefined}
            onChoose={(goeson) => onAnswer(subscriptionid, goeson)}
          />
        ),
      )}
    </Stack>
  );
}
