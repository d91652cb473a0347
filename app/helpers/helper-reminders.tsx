import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { hourOptions } from "#app/formats/hours.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { account } from "#contract/account/calls.ts";
import type { HelperSession } from "./helper-page.tsx";

const query = queryOf(account.helperReminders, {});

/** When the patient is reminded by email, and other hours for it; saved as one is chosen. */
export function HelperReminders({ session: { patient } }: { session: HelperSession }) {
  const cache = useQueryClient();
  const reminders = useQuery(query);
  const set = useMutation({
    // One after another: the last choice counts.
    scope: { id: "reminders" },
    mutationFn: ({ id, remindat }: { readonly id: string; readonly remindat: number | null }) =>
      call(account.setHelperReminder, { params: { id }, body: { remindat } }),
    onSuccess: (answer) => void cache.setQueryData(query.queryKey, answer),
  });
  if (!reminders.data) return reminders.isError ? <LoadError query={reminders} /> : <Skeleton shape="card" count={1} />;
  const { items, timezone, mailed } = reminders.data;
  /** What was chosen last stays while it's being saved, and where it couldn't be. */
  const shownHour = (id: string, saved: number | null) =>
    (set.isPending || set.isError) && set.variables.id === id ? set.variables.remindat : saved;
  return (
    <Card as="section" gap={4} aria-labelledby="reminders">
      <CardHead id="reminders" title="Reminders" />
      {items.length === 0 ? (
        <p>There's no reminder to set right now.</p>
      ) : (
        <p>
          We'll email {patient} at this time, in {timezone}. The email won't say what for.
        </p>
      )}
      {!mailed && <p>{patient}'s email settings keep reminders from going out.</p>}
      {set.isError && (
        <Alert
          tone="warning"
          actions={
            <Button variant="secondary" onClick={() => set.mutate(set.variables)}>
              Try again
            </Button>
          }
        >
          {errorMessage(set.error)}
        </Alert>
      )}
      {items.map(({ id, title, remindat }) => (
        <Select
          key={id}
          label={title}
          options={hourOptions}
          value={String(shownHour(id, remindat) ?? "")}
          onChange={({ target }) => set.mutate({ id, remindat: target.value === "" ? null : Number(target.value) })}
        />
      ))}
    </Card>
  );
}
