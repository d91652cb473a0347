import { useState } from "react";
import { networkError } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { DosesCard } from "#app/wellbeing/doses/doses-card.tsx";
import { HowYouFeelCard } from "#app/wellbeing/how-you-feel/how-you-feel-card.tsx";
import type { CheckIns } from "#contract/wellbeing/check-ins.ts";
import type { Dose } from "#contract/wellbeing/doses.ts";
import { Example, Section } from "./section.tsx";

const symptom = (name: string, question: string, then: number, now: number | null, thisweek: number | null) => ({
  ...{ id: name, name, question },
  ...{ then, now, thisweek },
});

const firstCheckIn: CheckIns = {
  on: true,
  week: "2027-02-07",
  scale: ["Not at all", "A little", "Somewhat", "Quite a bit", "Very much"],
  symptoms: [
    symptom("Poor sleep", "Trouble falling or staying asleep", 4, null, null),
    symptom("Hot flashes", "Sudden waves of heat by day", 3, null, null),
    symptom("Night sweats", "Waking up hot or damp at night", 2, null, null),
  ],
  latestweek: null,
  note: { kind: "before_first", text: "Dr. Helen Marsh will see it in your record.", action: null },
};

const better: CheckIns = {
  ...firstCheckIn,
  symptoms: [
    symptom("Poor sleep", "Trouble falling or staying asleep", 4, 2, 2),
    symptom("Hot flashes", "Sudden waves of heat by day", 3, 1, 1),
    symptom("Night sweats", "Waking up hot or damp at night", 2, 2, 2),
  ],
  latestweek: "2027-02-07",
  note: {
    kind: "better",
    text: "That's better than at the start. Dr. Helen Marsh sees it in your record.",
    action: null,
  },
};

const lastWeek: CheckIns = {
  ...better,
  symptoms: better.symptoms.map((each) => ({ ...each, thisweek: null })),
  latestweek: "2027-01-31",
};

const worse: CheckIns = {
  ...better,
  symptoms: [
    symptom("Poor sleep", "Trouble falling or staying asleep", 2, 4, 4),
    symptom("Hot flashes", "Sudden waves of heat by day", 2, 2, 2),
  ],
  note: {
    kind: "worse",
    text: "That's worse than at the start. Dr. Helen Marsh would like to hear from you.",
    action: { label: "Write to Dr. Helen Marsh", href: "/messages/doctor" },
  },
};

const missedText =
  "Put on a new patch as soon as you remember. Then go back to your usual two days. Wear only one patch at a time, never two to catch up.";

const patch: Dose = {
  id: "patch",
  name: "Estradiol patch",
  dosage: "0.05 mg/day",
  image: "/products/patch.svg",
  directions: null,
  title: "Keep track, if you like",
  options: [
    { days: [0, 3], label: "Sundays and Wednesdays" },
    { days: [1, 4], label: "Mondays and Thursdays" },
  ],
  schedule: null,
  today: null,
  earlier: null,
  missed: { text: missedText, open: false },
};

const schedule: NonNullable<Dose["schedule"]> = {
  days: [1, 4],
  label: "Mondays and Thursdays",
  remindat: 20,
  reminder: "We'll email you at 8 pm, Central Time. It won't say what for.",
  action: null,
};

const due: Dose = {
  ...patch,
  title: "Change your patch today",
  schedule,
  today: { day: "2027-02-08", name: "Today", status: null },
};

const capsule: Dose = {
  ...patch,
  id: "capsule",
  name: "Progesterone capsule",
  dosage: "100 mg",
  image: "/products/capsule.svg",
  title: "Done for today",
  options: [{ days: [0, 1, 2, 3, 4, 5, 6], label: "Every day" }],
  schedule: {
    ...schedule,
    label: "Every day",
    days: [0, 1, 2, 3, 4, 5, 6],
    remindat: null,
    reminder: "You'll get no reminder.",
  },
  today: { day: "2027-02-08", name: "Today", status: "done" },
};

const missed: Dose = {
  ...due,
  title: "Next on Thursday",
  today: null,
  earlier: { day: "2027-02-08", name: "Yesterday", status: null },
  missed: { text: missedText, open: true },
};

const mailsOff: Dose = {
  ...due,
  title: "Skipped today",
  today: { day: "2027-02-08", name: "Today", status: "skipped" },
  schedule: {
    ...schedule,
    reminder: "Your email settings keep reminders from going out.",
    action: { label: "Change email settings", href: "#wellbeing" },
  },
  missed: { text: missedText, open: true },
};

const ownDirections: Dose = {
  ...patch,
  title: "Follow your doctor's directions",
  directions: "One patch a week, on Sundays.",
  options: [],
  missed: null,
};

/** How the patient feels and what is due, in every state. */
export function WellbeingStates() {
  return (
    <Section id="wellbeing" title="Check-in and doses" lead="Optional, never nagging, off in one press.">
      <Example name="How you feel, before the first check-in">
        <CheckInExample title="How you feel" checkIns={firstCheckIn} />
      </Example>
      <Example name="… better, this week's answers given">
        <CheckInExample title="How you feel: better" checkIns={better} />
      </Example>
      <Example name="… a new week">
        <CheckInExample title="How you feel: a new week" checkIns={lastWeek} />
      </Example>
      <Example name="… worse">
        <CheckInExample title="How you feel: worse" checkIns={worse} />
      </Example>
      <Example name="… offline">
        <CheckInExample title="How you feel: offline" checkIns={better} waiting />
      </Example>
      <Example name="… refused">
        <CheckInExample title="How you feel: refused" checkIns={better} error={networkError()} />
      </Example>
      <Example name="… off">
        <CheckInExample title="How you feel: off" checkIns={{ ...better, on: false }} />
      </Example>
      <Example name="… loading">
        <Card>
          <Skeleton shape="row" count={4} label="" />
        </Card>
      </Example>
      <Example name="… not loaded">
        <Card>
          <ErrorState title="We couldn't load how you feel" onRetry={() => {}} />
        </Card>
      </Example>
      <Example name="Your doses, no days picked">
        <DosesExample title="Your doses" items={[patch]} />
      </Example>
      <Example name="… due, and done">
        <DosesExample title="Your doses: due" items={[due, capsule]} />
      </Example>
      <Example name="… not noted: what the label says">
        <DosesExample title="Your doses: not noted" items={[missed]} />
      </Example>
      <Example name="… skipped; mails are off">
        <DosesExample title="Your doses: skipped" items={[mailsOff]} />
      </Example>
      <Example name="… the doctor's own directions">
        <DosesExample title="Your doses: as your doctor wrote" items={[ownDirections]} />
      </Example>
      <Example name="… offline">
        <DosesExample title="Your doses: offline" items={[due]} waiting />
      </Example>
    </Section>
  );
}

function CheckInExample({
  title,
  checkIns: given,
  waiting = false,
  error = null,
}: {
  title: string;
  checkIns: CheckIns;
  waiting?: boolean;
  error?: unknown;
}) {
  const [checkIns, setCheckIns] = useState(given);
  return (
    <HowYouFeelCard
      {...{ title, checkIns, waiting, error }}
      turning={false}
      onAnswer={(id, value) =>
        setCheckIns({
          ...checkIns,
          symptoms: checkIns.symptoms.map((each) => (each.id === id ? { ...each, now: value, thisweek: value } : each)),
        })
      }
      onTurn={(on) => setCheckIns({ ...checkIns, on })}
    />
  );
}

const DosesExample = ({
  title,
  items,
  waiting = false,
}: {
  title: string;
  items: readonly Dose[];
  waiting?: boolean;
}) => (
  <DosesCard
    {...{ title, items, waiting }}
    error={null}
    timezone="Central Time"
    onNote={() => {}}
    onPick={async () => {}}
    onEnd={async () => {}}
  />
);
