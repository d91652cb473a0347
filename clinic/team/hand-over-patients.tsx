import { Form } from "#app/forms/form.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { call } from "#clinic/api/call.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import { formatList } from "#contract/fields/formats.ts";
import { type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import { doctorOptions } from "./absence-form.tsx";

/** What became of it, in words. */
export function handedOverNotice({ doctor, moved, left }: Output<typeof teamDoctorCalls.handOverPatients>): string {
  const notice = `${moved === 1 ? "1 patient has" : `${moved} patients have`} another doctor now, and can read it.`;
  if (left.length === 0) return notice;
  const stay = formatList(left.map(({ state, patients }) => `${patients} in ${state}`));
  return `${notice} With ${doctor.name} stay ${stay}: nobody else may treat them there.`;
}

/** Gives a doctor's patients to somebody else, each where that one is licensed. */
export function HandOverPatients({
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
  return (
    <Modal
      title={`Hand over the patients of ${doctor.name}`}
      description="Those in care get another doctor for good, and cases that wait go to them. Each patient gets a message about it. Nobody goes to a doctor who isn’t licensed in their state."
      onClose={onClose}
    >
      <Form
        schema={teamDoctorCalls.handOverPatients.body}
        names={["todoctorid"]}
        defaultValues={{ todoctorid: "" }}
        onSubmit={async (body) => {
          const result = await call(teamDoctorCalls.handOverPatients, { params: { doctorid: doctor.id }, body });
          onDone(result.doctor, handedOverNotice(result));
        }}
      >
        {({ field, busy }) => (
          <>
            <Select
              label="To whom"
              options={doctorOptions(doctors, doctor, "Whoever is licensed and takes patients")}
              {...field("todoctorid")}
            />
            <FormActions label="Hand over" busy={busy} busyLabel="Handing over" onCancel={onClose} />
          </>
        )}
      </Form>
    </Modal>
  );
}
