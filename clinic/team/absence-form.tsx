import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Select, type SelectOption } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";

/** “Away until …”, or from when. */
export const awayLabel = ({ from, until }: NonNullable<TeamDoctor["away"]>, today: string): string =>
  from <= today
    ? `Away until ${formatCalendarDay(until)}`
    : `Away ${formatCalendarDay(from)} to ${formatCalendarDay(until)}`;

/** Says from when until when a doctor is away, and who covers. */
export function AbsenceForm({
  doctor,
  doctors,
  onDone,
  onClose,
}: {
  doctor: TeamDoctor;
  doctors: readonly TeamDoctor[];
  onDone: (doctor: TeamDoctor, notice: string) => void;
  onClose: () => void;
}) {
  const params = { doctorid: doctor.id };
  const ending = useAct();
  const end = () =>
    ending.send(
      params,
      () => call(teamDoctorCalls.endAbsence, { params }),
      (changed) => onDone(changed, `${doctor.name} isn’t away anymore.`),
    );
  return (
    <Modal
      title={`${doctor.name} is away`}
      description="While they’re away, new patients go to other doctors, and no conversation is theirs. Their patients read until when, and who covers. If it’s for long, hand over the patients as well."
      onClose={onClose}
    >
      {ending.message && <Alert tone="warning">{ending.message}</Alert>}
      <Form
        schema={teamDoctorCalls.setAbsence.body}
        names={["from", "until", "coverid"]}
        defaultValues={{
          from: doctor.away?.from ?? "",
          until: doctor.away?.until ?? "",
          coverid: doctor.away?.coverid ?? "",
        }}
        onSubmit={async (body) =>
          onDone(
            await call(teamDoctorCalls.setAbsence, { params, body }),
            `${doctor.name} is away from ${formatCalendarDay(body.from)} to ${formatCalendarDay(body.until)}.`,
          )
        }
      >
        {({ field, busy }) => (
          <>
            <TextField type="date" label="First day" {...field("from")} />
            <TextField type="date" label="Last day" {...field("until")} />
            <Select
              label="Who covers"
              hint="Wherever they’re licensed. In other states, somebody who is."
              options={doctorOptions(doctors, doctor, "Whoever is licensed")}
              {...field("coverid")}
            />
            <FormActions label="Save" busy={busy} busyLabel="Saving" onCancel={onClose} />
            {doctor.away && (
              <Button variant="secondary" onClick={() => void end()}>
                End the absence
              </Button>
            )}
          </>
        )}
      </Form>
    </Modal>
  );
}

/** Who may take over from this doctor, after the choice of nobody in particular. */
export const doctorOptions = (doctors: readonly TeamDoctor[], { id }: TeamDoctor, anybody: string): SelectOption[] => [
  { value: "", label: anybody },
  ...doctors.filter((each) => each.active && each.id !== id).map((each) => ({ value: each.id, label: each.name })),
];
