import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Form } from "#app/forms/form.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type License, type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import { collaboratorOptions } from "./licenses.ts";

/** Says until when a doctor is licensed in a state. */
export function LicenseForm({
  doctor,
  license,
  doctors,
  onDone,
  onClose,
}: {
  doctor: TeamDoctor;
  license: License;
  doctors: readonly TeamDoctor[];
  onDone: (doctor: TeamDoctor, notice: string) => void;
  onClose: () => void;
}) {
  const { state } = license;
  return (
    <Modal
      title={`${doctor.name} in ${state}`}
      description={`From the day after, nothing is prescribed on this license. It counts right away, even for a decision somebody is making now.`}
      onClose={onClose}
    >
      <Form
        schema={teamDoctorCalls.setLicense.body}
        names={["validuntil", "collaboratorid"]}
        defaultValues={{ validuntil: license.validuntil ?? "", collaboratorid: license.collaboratorid ?? "" }}
        onSubmit={async ({ validuntil, collaboratorid }) => {
          const changed = await call(teamDoctorCalls.setLicense, {
            params: { doctorid: doctor.id, state },
            body: { validuntil, collaboratorid },
          });
          const end = validuntil === undefined ? "without an end" : `until ${formatCalendarDay(validuntil)}`;
          onDone(changed, `${changed.name} is licensed in ${state} ${end}.`);
        }}
      >
        {({ field, busy }) => (
          <>
            <TextField
              type="date"
              label="Last day it’s valid"
              hint="Leave it empty for a license without an end."
              {...field("validuntil")}
            />
            {license.collaboration !== "not_needed" && (
              <Select
                label="Collaborating physician"
                hint={`${state} asks a nurse practitioner for one who is licensed there. Without one, ${doctor.name} can’t decide for patients in ${state}.`}
                options={[{ value: "", label: "Nobody" }, ...collaboratorOptions(doctors, doctor, license)]}
                {...field("collaboratorid")}
              />
            )}
            <FormActions label="Save" busy={busy} busyLabel="Saving" onCancel={onClose} />
          </>
        )}
      </Form>
    </Modal>
  );
}
