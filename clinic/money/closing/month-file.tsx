import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { care } from "#contract/care/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { monthsBefore } from "./closing-words.ts";

/** A month's accounting as a file: the last one that is over first, then this one, then those before. */
export function MonthFile() {
  const months = monthsBefore(dayIn(settings.brand.timezone, new Date(serverClock.now())));
  const [month, setMonth] = useState(months[0]?.value ?? "");
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState("");
  async function save() {
    setProblem("");
    setSaving(true);
    try {
      const file = await call(care.accountingFile, { params: { month } });
      saveFile(new Blob(["\ufeff", file], { type: "text/csv;charset=utf-8" }), `accounting-${month}.csv`);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setSaving(false);
    }
  }
  return (
    <>
      <Cluster gap={3} align="normal">
        <Select
          label="A month’s accounting"
          value={month}
          options={months}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button variant="secondary" busy={saving} busyLabel="Asking the gateway" onClick={() => void save()}>
          Save as CSV
        </Button>
      </Cluster>
      {problem && <Alert tone="warning">{problem}</Alert>}
    </>
  );
}
