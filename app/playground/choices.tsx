import { useState } from "react";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { TrendChart } from "#app/ui/data/trend-chart.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Section, Example } from "./section.tsx";

const periods = [
  { value: "yes", label: "Yes, as always" },
  { value: "irregular", label: "Yes, but they come and go", description: "Early, late, or skipped in the last year" },
  { value: "no", label: "No, not for 12 months or more" },
];

const symptoms = [
  { value: "flashes", label: "Hot flashes" },
  { value: "sleep", label: "Poor sleep" },
  { value: "mood", label: "Low mood", description: "Sad, worried, or quick to anger" },
  { value: "dryness", label: "Vaginal dryness" },
  { value: "none", label: "None of these" },
];

const bother = ["Not at all", "A little", "Somewhat", "Quite a bit", "Very much"];

export function Choices() {
  const [rating, setRating] = useState<number | null>(8);
  const [bothered, setBothered] = useState<number | null>(1);
  return (
    <Section id="choices" title="Choices" lead="The whole card can be pressed with a thumb.">
      <Example name="ChoiceCards">
        <ChoiceCards label="Do you still have periods?" options={periods} name="periods" required />
      </Example>
      <Example name="ChoiceCards, chosen">
        <ChoiceCards
          label="How do you want to be reached?"
          value="irregular"
          onValueChange={() => {}}
          options={periods}
        />
      </Example>
      <Example name="ChoiceCards, error and disabled">
        <Stack>
          <ChoiceCards label="Do you smoke?" columns error="Choose one answer." options={yesNo} />
          <ChoiceCards label="Not open yet" columns disabled options={yesNo} />
        </Stack>
      </Example>
      <Example name="ChoiceCards, several with “none of these”">
        <ChoiceCards
          multiple
          label="What bothers you?"
          hint="Choose all that apply."
          options={symptoms}
          exclusive="none"
          name="symptoms"
        />
      </Example>
      <Example name="ChoiceCards, several in columns">
        <ChoiceCards
          multiple
          label="What bothers you most?"
          columns
          options={symptoms}
          exclusive="none"
          error="Choose at least one answer."
        />
      </Example>
      <Example name="Scale, 1 to 10">
        <Stack>
          <Scale
            label="Would you tell a friend about us?"
            min={1}
            max={10}
            minLabel="Not likely"
            maxLabel="Very likely"
            value={rating}
            onValueChange={setRating}
          />
          <Scale
            label="With an error"
            min={1}
            max={10}
            minLabel="Not likely"
            maxLabel="Very likely"
            error="Choose a number."
          />
        </Stack>
      </Example>
      <Example name="Scale on one line, then and now">
        <Stack>
          <Scale label="Hot flashes" labels={bother} compact value={bothered} onValueChange={setBothered} />
          <TrendChart label="Hot flashes" then={3} now={1} max={4} direction="better" text="3 then, 1 now, better" />
          <TrendChart label="Hot flashes" then={1} now={2} max={4} direction="worse" text="1 then, 2 now, worse" />
          <TrendChart label="Hot flashes" then={2} now={2} max={4} direction="same" text="2 then, 2 now, the same" />
          <TrendChart label="Hot flashes" then={2} now={null} max={4} direction={null} text="2 last time" />
        </Stack>
      </Example>
      <Example name="Scale with words, 0 to 4" wide>
        <Scale label="How much do hot flashes bother you?" labels={bother} required />
      </Example>
    </Section>
  );
}

const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
