import { type ReactNode, useState } from "react";
import { shrinkImage } from "#app/browser/shrink-image.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Form, type FormControls } from "#app/forms/form.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { call } from "#clinic/api/call.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { TeamDoctor } from "#contract/staff/doctors.ts";
import { TypedDoctor, typedDoctor } from "./doctor-fields.ts";
import css from "./doctor-form.module.css";
import { PhotoField } from "./photo-field.tsx";
import { type PhotoChange, sendDoctor } from "./send-doctor.ts";

interface DoctorFormEvents {
  /** Saved in part; the form stays. */
  readonly onSaved: (doctor: TeamDoctor) => void;
  readonly onDone: (doctor: TeamDoctor, notice: string) => void;
}

/** The card as it was last saved, the photo that is chosen, and saving both. */
function useDoctorCard(initial: TeamDoctor | null, { onSaved, onDone }: DoctorFormEvents) {
  const [doctor, setDoctor] = useState(initial);
  const keyed = useKeyedRequests();
  const [photo, setPhoto] = useState<{ readonly change: PhotoChange; readonly problem: string }>({
    change: null,
    problem: "",
  });
  async function save(typed: TypedDoctor) {
    const { change } = photo;
    setPhoto({ change, problem: "" });
    const sent = change?.file ? { file: await shrinkImage(change.file) } : change;
    const saved = await sendDoctor({ call, keyed }, doctor, typed, sent);
    if (saved.photoProblem === "") return onDone(saved.doctor, saved.notice);
    setDoctor(saved.doctor);
    setPhoto({ change, problem: saved.photoProblem });
    onSaved(saved.doctor);
  }
  return { doctor, photo, setPhoto, save };
}

/** Adds a doctor, or changes the card that patients see, the photo, the states, and whether they take new patients. */
export function DoctorForm({
  doctor: initial,
  portraits,
  onSaved,
  onDone,
  onClose,
}: DoctorFormEvents & {
  /** Null: a new one. */
  doctor: TeamDoctor | null;
  portraits: readonly string[];
  onClose: () => void;
}) {
  const { doctor, photo, setPhoto, save } = useDoctorCard(initial, { onSaved, onDone });
  return (
    <Modal
      title={doctor === null ? "Add a doctor" : `The card of ${doctor.name}`}
      description="Patients read this on their screens, and it’s on papers and prescriptions. It counts right away."
      wide
      onClose={onClose}
    >
      <Form
        schema={TypedDoctor}
        names={["firstname", "lastname", "credentials", "bio", "portrait", "npi", "states", "acceptspatients"]}
        defaultValues={typedDoctor(doctor, portraits)}
        onSubmit={save}
      >
        {({ form, field, error, isSending, busy }) => (
          <>
            <CardFields form={form} field={field} portraits={portraits} portraitError={error("portrait")}>
              <PhotoField
                name={doctor?.name ?? ""}
                uploaded={doctor?.uploadedportrait ?? null}
                {...photo}
                locked={isSending}
                onChange={(change, problem = "") => setPhoto({ change, problem })}
              />
            </CardFields>
            <FormActions
              label={doctor === null ? "Add the doctor" : doctor.active ? "Save" : "Save and bring back"}
              busy={busy}
              busyLabel="Saving"
              onCancel={onClose}
            />
          </>
        )}
      </Form>
    </Modal>
  );
}

/** The fields of the card; `children` is the photo, above the portrait that stands in for it. */
function CardFields({
  form,
  field,
  portraits,
  portraitError,
  children,
}: Pick<FormControls<TypedDoctor>, "form" | "field"> & {
  portraits: readonly string[];
  portraitError: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <div className={css["two"]}>
        <TextField label="First name" autoComplete="off" {...field("firstname")} />
        <TextField label="Last name" autoComplete="off" {...field("lastname")} />
      </div>
      <TextField
        label="Title and specialty"
        hint="Like “MD, board-certified OB/GYN”."
        autoComplete="off"
        {...field("credentials")}
      />
      <Textarea label="About them, for patients" rows={3} {...field("bio")} />
      {children}
      <FieldGroup label="Portrait without a photo" error={portraitError}>
        <div className={css["portraits"]}>
          {portraits.map((portrait, index) => (
            <label key={portrait} className={css["portrait"]}>
              <input type="radio" value={portrait} {...form.register("portrait")} />
              <img src={portrait} alt={`Portrait ${index + 1}`} width={56} height={56} />
            </label>
          ))}
        </div>
      </FieldGroup>
      <TextField
        label="NPI"
        hint="Ten digits, for prescriptions."
        inputMode="numeric"
        autoComplete="off"
        {...field("npi")}
      />
      <Textarea
        label="States they’re licensed in"
        hint="Two letters each, like IA, OH. Until when each license is valid stays as it is."
        rows={2}
        spellCheck={false}
        {...field("states")}
      />
      <Checkbox
        label="Takes new patients"
        hint="Without it, nobody new is matched with them. Those they have stay."
        {...form.register("acceptspatients")}
      />
    </>
  );
}
