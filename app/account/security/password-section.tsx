import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { ApiError, isApiError } from "#app/api/api-error.ts";
import { queryKey } from "#app/api/query.ts";
import { Form } from "#app/forms/form.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { Password as NewPassword } from "#contract/fields/fields.ts";
import { EditableSection, SaveCancelButtons } from "../settings/editable-section.tsx";
import { UnsavedChangesGuard } from "../settings/unsaved-changes.tsx";

const CurrentPassword = z
  .string("Please enter your current password.")
  .check(z.minLength(1, "Please enter your current password."), z.maxLength(200));

/** The confirmation must equal the new password (spec §5). */
const PasswordChange = z
  .object({
    password: CurrentPassword,
    newpassword: NewPassword,
    again: z.optional(z.string()),
  })
  .check(
    z.refine(({ newpassword, again: repeated }) => newpassword === repeated, {
      path: ["again"],
      error: "Your password does not match",
    }),
  );
type Values = z.input<typeof PasswordChange>;

/** Changes the password; other devices are signed out. */
export function Password() {
  const cache = useQueryClient();
  return (
    <EditableSection
      id="password"
      title="Password"
      form={(close) => (
        <Form<Values, Values>
          schema={PasswordChange}
          names={["password", "newpassword", "again"]}
          defaultValues={{ password: "", newpassword: "", again: "" }}
          onSubmit={async ({ password, newpassword }) => {
            await call(auth.changePassword, { body: { password, newpassword } }).catch(toFieldError);
            await cache.invalidateQueries({ queryKey: queryKey(account.sessions) });
            close("Your password has been changed. We logged you out on your other devices.");
          }}
        >
          {({ form, field, busy }) => (
            <Stack gap={6}>
              <UnsavedChangesGuard dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful} />
              <SecretField label="Current password" autoComplete="current-password" required {...field("password")} />
              <SecretField
                label="New password"
                hint="Min. 8 characters"
                autoComplete="new-password"
                required
                {...field("newpassword")}
              />
              <SecretField label="Confirm new password" autoComplete="new-password" required {...field("again")} />
              <SaveCancelButtons busy={busy} label="Change password" onCancel={() => close()} />
              <Link href="/forgot-password" standalone>
                Forgot your password?
              </Link>
            </Stack>
          )}
        </Form>
      )}
    >
      <p>
        A good password is long, and you don't use it anywhere else. Changing it logs you out on your other devices.
      </p>
    </EditableSection>
  );
}

/** Attaches the server's objection to the new password to its field. */
function toFieldError(failure: unknown): never {
  if (!isApiError(failure) || failure.code !== "common_password") throw failure;
  const { status, code, message } = failure;
  throw new ApiError(message, { status, code, details: { fields: [{ path: "newpassword", message }] } });
}
