import { useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { Form } from "#app/forms/form.tsx";
import { DateOfBirth } from "#app/ui/forms/date-of-birth.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { Link } from "#app/ui/actions/link.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import { Name, Day } from "#contract/fields/fields.ts";
import { Phone } from "#contract/fields/phone.ts";
import { SaveCancelButtons } from "../settings/editable-section.tsx";
import { UnsavedChangesGuard } from "../settings/unsaved-changes.tsx";

const Person = z.object({ firstname: Name, lastname: Name, birthday: z.optional(Day), phoneno: z.optional(Phone) });
type Values = z.input<typeof Person>;

/** Form for the patient's details; what was checked against the ID is read-only. */
export function DetailsForm({
  user,
  draft,
  identityChecked,
  onDone,
}: {
  user: User;
  draft: string;
  identityChecked: boolean;
  onDone: (message?: string) => void;
}) {
  const cache = useQueryClient();
  return (
    <Form<Values, z.output<typeof Person>>
      schema={Person}
      names={["firstname", "lastname", "birthday", "phoneno"]}
      defaultValues={{
        firstname: user.firstname ?? "",
        lastname: user.lastname ?? "",
        birthday: user.birthday ?? "",
        phoneno: formatPhone(user.phoneno ?? ""),
      }}
      draft={draft}
      onSubmit={async ({ phoneno = null, ...person }) => {
        const saved = await call(account.updateUser, {
          body: { phoneno, ...(identityChecked ? {} : person) },
        });
        cache.setQueryData(queryOf(account.user, {}).queryKey, saved);
        onDone("Saved.");
      }}
    >
      {({ form, field, error, busy }) => (
        <Stack gap={6}>
          <UnsavedChangesGuard dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful} />
          {identityChecked ? (
            <p>
              Your name and date of birth were checked against your ID. To change them, please{" "}
              <Link href="/contact-us">write to us</Link>.
            </p>
          ) : (
            <>
              <TextField label="First name" required autoComplete="given-name" {...field("firstname")} />
              <TextField label="Last name" required autoComplete="family-name" {...field("lastname")} />
              <Controller
                control={form.control}
                name="birthday"
                render={({ field: birthday }) => (
                  <DateOfBirth {...birthday} value={birthday.value ?? ""} error={error("birthday")} />
                )}
              />
            </>
          )}
          <PhoneField
            label="Phone"
            mark="optional"
            hint="In case we have a question about a delivery."
            {...field("phoneno")}
          />
          <SaveCancelButtons busy={busy} onCancel={() => onDone()} />
        </Stack>
      )}
    </Form>
  );
}
