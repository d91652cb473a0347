import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { stateIds, zipAndState, zipMayBeIn } from "#contract/fields/zip-states.ts";
import type { ContactValues, ContactDraft } from "./contact-data.ts";
import css from "./contact-data.module.css";

const states = stateIds.map((id) => ({ value: id, label: id }));

/** How a patient is reached, as it is and as it's to be; each field with what is wrong with it. */
export function ContactFields({
  values,
  identityFixed,
  fieldError,
  onWrite,
}: {
  values: ContactValues;
  /** Name and birthday were matched, so they are not offered. */
  identityFixed: boolean;
  fieldError: (path: string) => string | undefined;
  onWrite: (change: ContactDraft) => void;
}) {
  const field = (name: keyof ContactValues, path: string = name) => ({
    value: values[name],
    error: fieldError(path),
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onWrite({ [name]: target.value }),
  });
  const address = (name: keyof ContactValues, path: string = name) => field(name, `shippingaddress.${path}`);
  return (
    <>
      {identityFixed ? (
        <p className={css["quiet"]}>The identity check matched name and birthday, so they stay as they are.</p>
      ) : (
        <div className={css["three"]}>
          <TextField label="First name" {...field("firstname")} />
          <TextField label="Last name" {...field("lastname")} />
          <TextField label="Birthday" type="date" {...field("birthday")} />
        </div>
      )}
      <div className={css["two"]}>
        <PhoneField label="Phone" {...field("phoneno")} />
        <TextField label="Email" type="email" {...field("email")} />
      </div>
      <fieldset className={css["address"]}>
        <legend>Where orders go from now on</legend>
        <Stack gap={4}>
          <div className={css["two"]}>
            <TextField label="Street address" {...address("address1")} />
            <TextField label="Apartment (optional)" {...address("address2")} />
          </div>
          <div className={css["three"]}>
            <TextField label="City" {...address("city")} />
            <Select label="State" placeholder="Choose" options={states} {...address("state")} />
            <TextField label="Zip code" inputMode="numeric" {...address("zipcode")} />
          </div>
          {/^\d{5}/.test(values.zipcode) && values.state !== "" && !zipMayBeIn(values.zipcode, values.state) && (
            <Checkbox
              label={`The patient says ${values.zipcode} is in ${values.state}`}
              checked={values.zipconfirmed === zipAndState(values)}
              onChange={({ target }) => onWrite({ zipconfirmed: target.checked ? zipAndState(values) : "" })}
            />
          )}
          <div className={css["two"]}>
            <PhoneField label="Shipping phone (optional)" {...address("shippingphone", "phoneno")} />
          </div>
        </Stack>
      </fieldset>
    </>
  );
}
