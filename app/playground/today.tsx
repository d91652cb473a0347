import type { ReactNode } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { DayButtons } from "#app/wellbeing/doses/day-buttons.tsx";
import { Track, type TrackStop } from "#app/ui/data/track.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { LeadBlock } from "#app/ui/layout/lead-block.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Example, Section } from "./section.tsx";

interface LeadExample {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly picture: ReactNode;
  readonly action?: string;
  readonly buttons?: ReactNode;
  readonly more?: string;
}

const asking: readonly LeadExample[] = [
  {
    name: "payment failed",
    title: "Your order is waiting",
    text: "We'll send it as soon as your payment goes through. We'll try again on Thursday, November 26.",
    picture: <LockLeaf />,
    action: "Update your card",
  },
  {
    name: "a photo is missing",
    title: "One photo is still missing",
    text: "We can check your ID once we have both photos.",
    picture: <EnvelopeFlower />,
    action: "Send the photo",
    more: "Write to us",
  },
  {
    name: "the doctor asks",
    title: "Dr. Ellen Hart has a question for you",
    text: "Your answer helps your doctor decide what comes next.",
    picture: <EnvelopeFlower />,
    action: "Read and answer",
  },
  ...([null, "done"] as const).map((status) => ({
    name: status === null ? "a dose is due" : "a dose is noted",
    title: status === null ? "Change your patch today" : "Change your patch today, done",
    text: "Estradiol patch. Mark it here, so you don't have to wonder later.",
    picture: <MarigoldBranch />,
    buttons: (
      <DayButtons primary name="Estradiol patch" day={{ name: "Today", status }} skipLabel="Skip" onNote={() => {}} />
    ),
  })),
];

const calm: readonly LeadExample[] = [
  {
    name: "in review",
    title: "Dr. Ellen Hart is reviewing your visit",
    text: "Your doctor decides by Monday, May 11.",
    picture: <GrowingSeed />,
    action: "See your plan",
  },
  {
    name: "a parcel today",
    title: "Your package should be there today",
    text: "Meadow Post is bringing it to you.",
    picture: <ParcelSprig />,
    action: "Track with Meadow Post",
  },
  {
    name: "a change, decided below",
    title: "Dr. Ellen Hart changed your treatment",
    text: "Please read what changes.",
    picture: <EnvelopeFlower />,
  },
  {
    name: "under way",
    title: "Your plan is under way",
    text: "Your next order goes out on Friday, August 14.",
    picture: <MarigoldBranch />,
    action: "See your plan",
  },
  {
    name: "paused",
    title: "You’re taking a break",
    text: "Nothing is charged before September 8.",
    picture: <MoonLeaves />,
    action: "See your plan",
  },
];

const names = ["In review", "At the pharmacy", "On its way", "Delivered"];
const days = ["May 11", "May 12", "May 13", "May 15"];
const stopsAt = (reached: number): TrackStop[] =>
  names.map((label, index) => ({
    label,
    detail: index < reached ? days[index] : index === 3 && reached === 2 ? "by May 15" : undefined,
    state: index < reached ? "done" : index === reached ? "current" : "todo",
  }));

/** What leads home, and where a parcel is. */
export function Today() {
  return (
    <Section id="today" title="Today" lead="One dark block leads a screen. Marigold says: this is for you, now.">
      {[...asking, ...calm].map(({ name, title, text, picture, action, buttons, more }, index) => {
        const now = index < asking.length;
        return (
          <Example key={name} name={`LeadBlock, ${name}`}>
            <LeadBlock
              id={`lead-${index}`}
              level={4}
              now={now}
              title={title}
              picture={picture}
              actions={
                buttons ??
                (action && (
                  <>
                    <Button variant={now ? "primary" : "secondary"}>{action}</Button>
                    {more && (
                      <Link standalone href="#today">
                        {more}
                      </Link>
                    )}
                  </>
                ))
              }
            >
              {text}
            </LeadBlock>
          </Example>
        );
      })}
      <Example name="Track" wide>
        <Stack gap={6}>
          {names.map((name, reached) => (
            <Card key={name}>
              <Track label={`Order 1048${reached}`} stops={stopsAt(reached)} />
            </Card>
          ))}
          <Card>
            <Track label="Order 10484" stops={stopsAt(names.length)} />
          </Card>
        </Stack>
      </Example>
    </Section>
  );
}
