import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";

/** How long typing rests before it is looked for, ms. */
const restMs = 250;

/** The patient something was meant for, by name and birthday; never the one it was entered for. */
export function FindPatient({
  label,
  hint,
  error,
  except,
  chosen,
  onChoose,
  readOnly,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  except: string;
  chosen: PatientSummary | null;
  onChoose: (patient: PatientSummary | null) => void;
  readOnly: boolean;
}) {
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), restMs);
  const found = useQuery({
    queryKey: queryKey(care.searchPatients, q),
    queryFn: ({ signal }) => call(care.searchPatients, { body: { q } }, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const others = q === "" ? [] : (found.data?.items ?? []).filter(({ id }) => id !== except);
  const shown = chosen && !others.some(({ id }) => id === chosen.id) ? [chosen, ...others] : others;
  return (
    <Stack gap={4}>
      <TextField
        type="search"
        label={label}
        mark="optional"
        hint={hint}
        error={error}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChoose(null);
        }}
      />
      {q !== "" && (
        <QueryContent query={found} rows={2}>
          {() =>
            shown.length === 0 ? (
              <output>Nobody else is found. Check the spelling.</output>
            ) : (
              <ChoiceCards
                label="Patients found"
                options={shown.map((each) => ({
                  value: each.id,
                  label: patientName(each),
                  description: [birthdayLabel(each), each.state].filter(Boolean).join(" · "),
                  disabled: readOnly,
                }))}
                value={chosen?.id ?? null}
                onValueChange={(id) => onChoose(shown.find((each) => each.id === id) ?? null)}
              />
            )
          }
        </QueryContent>
      )}
    </Stack>
  );
}
