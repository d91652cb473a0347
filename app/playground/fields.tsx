import { useState } from "react";
import { CardBrandIcon } from "#app/payment/card/card-brand-icon.tsx";
import { CardFields } from "#app/payment/card/card-fields.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { DateOfBirth } from "#app/ui/forms/date-of-birth.tsx";
import type { UploadItem } from "#app/ui/forms/files/file-list.tsx";
import { FileUpload } from "#app/ui/forms/files/file-upload.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { QuantityStepper } from "#app/ui/actions/quantity-stepper.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { SettingsCard } from "#app/ui/layout/settings-card.tsx";
import { SsnField } from "#app/ui/forms/ssn-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Section, Example } from "./section.tsx";

const states = ["California", "New York", "Oregon", "Texas", "Vermont"].map((label) => ({ value: label, label }));

const someFiles: UploadItem[] = [
  { id: "1", name: "drivers-license.heic", size: 2_400_000, state: "done" },
  { id: "2", name: "my-insurance-card-with-a-very-long-name-from-the-phone.jpeg", state: "uploading", progress: 0.6 },
  { id: "3", name: "letter.pdf", state: "error", error: "The connection was lost." },
];

export function Fields() {
  const [quantity, setQuantity] = useState(2);
  const [files, setFiles] = useState(someFiles);
  const [born, setBorn] = useState("");
  const [complete, setComplete] = useState(false);
  return (
    <Section id="fields" title="Fields" lead="Large, calm, and clear about what is wrong.">
      <Example name="TextField">
        <Stack>
          <TextField label="First name" autoComplete="given-name" required />
          <TextField label="Last name" mark="required" autoComplete="family-name" required />
          <PhoneField label="Phone" mark="optional" />
          <TextField
            label="Email"
            type="email"
            hint="We only write about your care."
            defaultValue="maria@example.com"
          />
          <TextField
            label="Zip code"
            inputMode="numeric"
            defaultValue="9410"
            error="A zip code has 5 digits."
            required
          />
          <TextField label="Disabled" disabled defaultValue="Oregon" />
          <TextField label="Read only" readOnly defaultValue="Order 10482" />
        </Stack>
      </Example>
      <Example name="SettingsCard, Switch">
        <SettingsCard title="What we email you about" saved problem={null} note="We always email you about charges.">
          <Switch label="New messages" hint="An email when a message waits for you." defaultChecked />
          <Switch label="Order updates and news" />
        </SettingsCard>
      </Example>
      <Example name="SecretField, Checkbox">
        <Stack>
          <SecretField label="Password" defaultValue="marigold-night-9" required />
          <SecretField
            label="New password"
            autoComplete="new-password"
            hint="At least 8 characters."
            defaultValue="short"
            error="Your password needs 3 more characters."
          />
          <Stack gap={2}>
            <Checkbox label="Keep me logged in" defaultChecked />
            <Checkbox
              label={
                <>
                  I agree to the <Link href="#fields">terms</Link> and the <Link href="#fields">privacy notice</Link>
                </>
              }
              error="Please agree to go on."
            />
            <Checkbox label="Send me tips by email" hint="Once a month, never more." />
            <Checkbox label="Disabled" disabled />
            <Checkbox label="Disabled, on" disabled defaultChecked />
          </Stack>
        </Stack>
      </Example>
      <Example name="Select, Textarea">
        <Stack>
          <Select label="State" options={states} placeholder="Choose your state" defaultValue="" required />
          <Select label="State" options={states} defaultValue="Texas" error="We can't treat patients in Texas yet." />
          <Select label="Disabled" options={states} disabled />
          <Textarea label="Message" hint="Your doctor reads this." placeholder="Message your doctor" />
          <Textarea label="Reason" rows={3} error="Tell us a little more." defaultValue="Hot" />
        </Stack>
      </Example>
      <Example name="DateOfBirth, PhoneField, SsnField">
        <Stack>
          <DateOfBirth required onChange={setBorn} hint={born ? `Given: ${born}` : "For example 4 / 28 / 1974"} />
          <DateOfBirth defaultValue="2019-02-31" error="This day does not exist." name="wrong" />
          <PhoneField label="Mobile phone" defaultValue="415-555-0123" />
          <PhoneField label="Phone" defaultValue="415-55" error="A phone number has 10 digits." />
          <SsnField
            label="Social Security number"
            hint="We use it once to check who you are."
            defaultValue="123-45-6789"
          />
        </Stack>
      </Example>
      <Example name="CardFields">
        <Stack>
          <CardFields zip onChange={(card) => setComplete(card.complete)} />
          <p>{complete ? "This card can be right." : "Not complete yet."}</p>
          <Cluster gap={2}>
            <CardBrandIcon />
            {(["visa", "mastercard", "amex", "diners", "jcb", "discover", "unionpay"] as const).map((brand) => (
              <CardBrandIcon key={brand} brand={brand} />
            ))}
          </Cluster>
        </Stack>
      </Example>
      <Example name="CardFields with errors">
        <CardFields showErrors onChange={() => {}} errors={{ number: "Your bank declined this card." }} />
      </Example>
      <Example name="QuantityStepper">
        <Cluster gap={5}>
          <QuantityStepper label="Estradiol patch" value={quantity} onChange={setQuantity} />
          <QuantityStepper label="Vitamin D" value={1} disabled onChange={() => {}} />
        </Cluster>
      </Example>
      <Example name="FileUpload">
        <FileUpload
          label="Photo of your ID"
          multiple
          required
          files={files}
          onFiles={(chosen) =>
            setFiles([
              ...files,
              ...chosen.map((file) => ({ id: file.name, name: file.name, size: file.size, state: "done" as const })),
            ])
          }
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
          onRetry={() => {}}
        />
      </Example>
      <Example name="FileUpload, error and disabled">
        <Stack>
          <FileUpload label="Insurance card" error="Add a photo of your card." onFiles={() => {}} />
          <FileUpload label="Records" hint="Not now." disabled capture={false} onFiles={() => {}} />
        </Stack>
      </Example>
    </Section>
  );
}
