import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryKey } from "#app/api/query.ts";
import { session } from "#app/api/session/session.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";

/** The dosage form the patient prefers; the products are sorted by it. */
export function FormFilter({
  forms,
  chosen,
}: {
  forms: readonly { id: string; name: string }[];
  chosen: string | null;
}) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (treatmentform: string) => call(onboarding.updateTreatmentForm, { body: { treatmentform } }),
    onSuccess: async (record) => {
      session.setRecord(record);
      await cache.invalidateQueries({ queryKey: queryKey(onboarding.productReveal) });
    },
  });
  return (
    <Select
      label="Which form would you like best?"
      hint="We put it first where it’s safe for you."
      placeholder="No preference"
      options={forms.map(({ id, name }) => ({ value: id, label: name }))}
      value={change.variables ?? chosen ?? ""}
      error={change.error ? errorMessage(change.error) : undefined}
      onChange={(event) => event.target.value && change.mutate(event.target.value)}
    />
  );
}
