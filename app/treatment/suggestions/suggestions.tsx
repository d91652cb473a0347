import { Stack } from "#app/ui/layout/stack.tsx";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { SuggestionCard } from "./suggestion-card.tsx";

/** Medicines the doctor suggests to add, for the patient to decide. `primary`: the page shows nothing more urgent. */
export function Suggestions({ suggestions, primary }: { suggestions: readonly Suggestion[]; primary: boolean }) {
  const { message, say, ref } = useResultMessage();
  if (suggestions.length === 0 && message === "") return null;
  const first = suggestions.find(({ obstacle }) => obstacle === null);
  return (
    <Stack>
      <ResultMessage ref={ref} message={message} />
      {suggestions.map((suggestion) => (
        <SuggestionCard
          key={suggestion.id}
          suggestion={suggestion}
          primary={primary && suggestion === first}
          onAnswered={say}
        />
      ))}
    </Stack>
  );
}
