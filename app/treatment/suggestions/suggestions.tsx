import { Stack } from "#app/ui/layout/stack.tsx";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";

/** Medicines the doctor suggests to add, for the patient to decide. `primary`: the page shows nothing more urgent. */
export function Suggestions({ suggestions, primary }: { suggestions: readonly Suggestion[]; primary: boolean }) {
  const { message, say, ref } = useResultMessage();
  const [reconsidered, setReconsidered] = useState<string | null>(null);
  if (suggestions.length === 0 && message === "") return null;
  const first = suggestions.find(({ status, obstacle }) => status === "waiting" && obstacle === null);
  return (
    <Stack>
      <ResultMessage ref={ref} message={message} />
      {suggestions.map((suggestion) =>
        suggestion.status === "declined" && suggestion.id !== reconsidered ? (
          <DeclinedSuggestion
            key={suggestion.id}
            suggestion={suggestion}
            onReconsider={() => setReconsidered(suggestion.id)}
          />
        ) : (
          <SuggestionCard
            key={suggestion.id}
            suggestion={suggestion}
            primary={primary && suggestion === first}
            onAnswered={say}
          />
        ),
      )}
    </Stack>
  );
}

/** One that the patient declined, and can look at again. */
const DeclinedSuggestion = ({
  suggestion: { product },
  onReconsider,
}: {
  readonly suggestion: Suggestion;
  readonly onReconsider: () => void;
}) => (
  <Bar>
    <p>You didn't want to add {product.name}. Your doctor has your message.</p>
    <Button variant="secondary" onClick={onReconsider}>
      I've changed my mind
    </Button>
  </Bar>
);
