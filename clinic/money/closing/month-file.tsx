import { useState } from "react";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { saveCsv } from "#clinic/ui/table/csv.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { monthsBefore } from "./closing-labels.ts";

/** A month's accounting as a file: the last one that is over first, then this one, then those before. */
export function MonthFile() {
  const months = monthsBefore(dayIn(settings.brand.timezone, new Date(serverClock.now())));
  const [month, setMonth] = useState(months[0]?.value ?? "");
  const { send, sending, message } = useAct();
  const save = () =>
    send(
      month,
      () => call(care.accountingFile, { params: { month } }),
      (file) => saveCsv(file, `accounting-${month}.csv`),
    );
  return (
    <>
      <Cluster gap={3} align="normal">
        <Select
          label="A month’s accounting"
          value={month}
          options={months}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button variant="secondary" busy={sending} busyLabel="Asking the gateway" onClick={() => void save()}>
          Save as CSV
        </Button>
      </Cluster>
      {message && <Alert tone="warning">{message}</Alert>}
    </>
  );
}
