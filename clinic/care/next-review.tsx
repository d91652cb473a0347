import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { formatWeekday } from "#contract/fields/formats.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { FollowupDayField } from "./followup-day-field.tsx";

type Day = Output<typeof care.followupDay>;
type Patient = Pick<PatientSummary, "id" | "planstatus">;

/** The day on which a prescriber wants to hear from the patient again, and setting it. Shows nothing where no plan is approved. */
export function NextReview({ patient }: { patient: Patient }) {
  const permissions = usePermissions();
  const params = { id: patient.id };
  const maySee = permits(permissions, care.followupDay.access.needs) && patient.planstatus === "approved";
  const day = useQuery({ ...queryOf(care.followupDay, { params }), enabled: maySee });
  if (!maySee || !day.data) return null;
  const { data } = day;
  return (
    <Stack gap={1} align="start">
      {data.followupon !== null && <p>{dayText(data)}</p>}
      {permits(permissions, care.setFollowupDay.access.needs) && (
        <OpensDialog buttons={data.followupon === null ? "Set the next review" : "Change the next review"}>
          {(dialog) => <DayDialog patient={patient} day={data} {...dialog} />}
        </OpensDialog>
      )}
    </Stack>
  );
}

const dayText = ({ followupon, doctorname, askedat }: Day): string =>
  askedat === null
    ? `Next review on ${formatWeekday(followupon ?? "")}, for ${doctorname ?? "the doctor"}.`
    : `Asked on ${formatDay(askedat)} for ${doctorname ?? "the doctor"}, and not answered yet.`;

function DayDialog({ patient, day, onClose, onDone }: DialogProps & { patient: Patient; day: Day }) {
  const cache = useQueryClient();
  const act = useAct({});
  const [followupon, setDay] = useState(day.askedat === null ? (day.followupon ?? "") : "");
  const [missing, setMissing] = useState("");
  const params = { id: patient.id };
  const send = (on: string | null) =>
    act.send(
      { params, body: { followupon: on } },
      (input) => call(care.setFollowupDay, input),
      (now) => {
        cache.setQueryData(queryKey(care.followupDay, { params }), now);
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        onDone(
          on === null ? "Taken back: the practice’s own interval counts again." : "Set. The patient reads the day.",
        );
      },
    );
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(followupon === "" ? "Choose a day." : "");
    if (followupon !== "") void send(followupon);
  }
  return (
    <Modal
      title="When would you like to hear from the patient?"
      description="The review is sent on that day, in place of the practice’s own. If it isn’t answered, you see it in the inbox."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap={5}>
          <FollowupDayField
            optional={false}
            value={followupon}
            error={missing || act.fieldError("followupon")}
            onWrite={setDay}
          />
          {day.followupon !== null && (
            <Button variant="quiet" onClick={() => void send(null)}>
              Take the day back
            </Button>
          )}
          <FailureNotice
            act={act}
            title="Nothing was set"
            again="Press again: it’s set once."
            fields={["followupon"]}
          />
          <FormActions label="Set the day" busy={act.sending} busyLabel="Setting" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
