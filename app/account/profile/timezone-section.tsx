import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { deviceTimezone, timezoneOptions } from "#app/forms/timezone-options.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { DefinitionList } from "../facts.tsx";
import { EditableSection, SaveCancelButtons } from "../settings/editable-section.tsx";
import { UnsavedChangesGuard } from "../settings/unsaved-changes.tsx";

/** The time zone of the patient's days: as chosen, else that of their state. */
export function TimezoneSection({ user }: { user: User }) {
  const { name, hint } = user.timezone;
  return (
    <EditableSection
      id="timezone"
      title="Time zone"
      draft={`${user.id}:timezone`}
      form={(close) => <TimezoneForm user={user} onDone={close} />}
    >
      <DefinitionList facts={[["Your time zone", name]]} />
      <p>{hint}</p>
    </EditableSection>
  );
}

function TimezoneForm({ user: { timezone }, onDone }: { user: User; onDone: (message?: string) => void }) {
  const cache = useQueryClient();
  const { options, chosen } = timezoneOptions(timezone, deviceTimezone());
  const [zone, setZone] = useState(chosen);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save() {
    setBusy(true);
    setProblem(null);
    try {
      const saved = await call(account.updateTimezone, { body: { timezone: zone } });
      cache.setQueryData(queryOf(account.user, {}).queryKey, saved);
      void cache.invalidateQueries({ queryKey: queryKey(wellbeing.read) });
      onDone("Saved.");
    } catch (error) {
      setProblem(errorMessage(error));
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap={6}>
        <UnsavedChangesGuard dirty={zone !== chosen} />
        <Select
          label="Your time zone"
          hint={timezone.hint}
          options={options}
          value={zone}
          onChange={({ target }) => setZone(target.value)}
        />
        {problem && <Alert tone="warning">{problem}</Alert>}
        <SaveCancelButtons busy={busy} onCancel={() => onDone()} />
      </Stack>
    </form>
  );
}
