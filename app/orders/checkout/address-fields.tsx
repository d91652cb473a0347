import { Stack } from "#app/ui/layout/stack.tsx";
import type { FieldValues, Path } from "react-hook-form";
import type { FormControls } from "#app/forms/form.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { zipAndState, zipMayBeIn } from "#contract/fields/zip-states.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "./address-fields.module.css";
import { StatesSelect } from "./states-select.tsx";

export interface AddressValues extends FieldValues {
  address1?: string;
  address2?: string;
  city?: string;
  state?: string;
  zipcode?: string;
  zipconfirmed?: string;
  phoneno?: string;
}

export const addressNames = ["address1", "address2", "state", "city", "zipcode"] as const;

/** The apartment of the address on file, as its field shows it. */
export const apartmentValue = (address: { readonly address2: string | null } | null | undefined): string =>
  address ? (address.address2 ?? "none") : "";

/** Street, apartment, state, city, zip (spec §2.3); `phone` for billing. `section` keeps the browser's autofill of two addresses apart. */
export function AddressFields<V extends AddressValues>({
  controls,
  section,
  phone = false,
}: {
  controls: FormControls<V>;
  section: "shipping" | "billing";
  phone?: boolean | undefined;
}) {
  const field = (name: keyof AddressValues & string) => controls.field(name as Path<V>);
  const autofillToken = (token: string) => `${section} ${token}`;
  return (
    <Stack gap={4}>
      <TextField
        label="Street Address"
        required
        mark="required"
        autoComplete={autofillToken("address-line1")}
        {...field("address1")}
      />
      <TextField
        label={
          <>
            Apartment/
            <wbr />
            Suite
          </>
        }
        required
        mark="required"
        hint="If you don't have one, write “none”."
        autoComplete={autofillToken("address-line2")}
        {...field("address2")}
      />
      <StatesSelect mark="required" autoComplete={autofillToken("address-level1")} {...field("state")} />
      <div className={css["town"]}>
        <TextField
          label="City"
          required
          mark="required"
          autoComplete={autofillToken("address-level2")}
          {...field("city")}
        />
        <TextField
          label="Zip Code"
          required
          mark="required"
          inputMode="numeric"
          autoComplete={autofillToken("postal-code")}
          {...field("zipcode")}
        />
      </div>
      {section === "shipping" && <ConfirmZip controls={controls} />}
      {phone && (
        <PhoneField label="Phone" mark="optional" autoComplete={autofillToken("tel-national")} {...field("phoneno")} />
      )}
    </Stack>
  );
}

/** Asks once whether a zip code of another state is right, after it was refused; shown until it is another one. */
function ConfirmZip<V extends AddressValues>({ controls }: { controls: FormControls<V> }) {
  const form = controls.form as unknown as FormControls<AddressValues>["form"];
  const [state = "", zipcode = "", confirmed] = form.watch(["state", "zipcode", "zipconfirmed"]);
  const asked =
    form.formState.isSubmitted && state !== "" && /^\s*\d{5}/.test(zipcode) && !zipMayBeIn(zipcode.trim(), state);
  if (!asked) return null;
  const both = zipAndState({ zipcode, state });
  return (
    <Checkbox
      label={`Yes, ${zipcode.trim()} is in the state I chose`}
      checked={confirmed === both}
      onChange={({ target }) => {
        form.setValue("zipconfirmed", target.checked ? both : "", { shouldDirty: true });
        // The problem is shown at the zip code.
        void form.trigger("zipcode");
      }}
    />
  );
}
