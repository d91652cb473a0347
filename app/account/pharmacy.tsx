import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { Form } from "#app/forms/form.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import { singleLine } from "#contract/fields/fields.ts";
import { EditableSection, SaveCancelButtons } from "./settings/editable-section.tsx";
import { UnsavedChangesGuard } from "./settings/unsaved-changes.tsx";

const PharmacyChoice = z.object({ pharmacy: z.optional(singleLine(300)) });

/** The patient's preferred pharmacy; empty means the practice's own, which ships to them. */
export function Pharmacy({ user }: { user: User }) {
  const cache = useQueryClient();
  const draft = `${user.id}:pharmacy`;
  return (
    <EditableSection
      id="pharmacy"
      title="Your pharmacy"
      draft={draft}
      form={(close) => (
        <Form<z.input<typeof PharmacyChoice>, z.output<typeof PharmacyChoice>>
          schema={PharmacyChoice}
          names={["pharmacy"]}
          defaultValues={{ pharmacy: user.pharmacy ?? "" }}
          draft={draft}
          onSubmit={async ({ pharmacy = null }) => {
            const saved = await call(account.updatePharmacy, { body: { pharmacy } });
            cache.setQueryData(queryOf(account.user, {}).queryKey, saved);
            close("Saved.");
          }}
        >
          {({ form, field, busy }) => (
            <Stack gap={6}>
              <UnsavedChangesGuard dirty={form.formState.isDirty && !form.formState.isSubmitSuccessful} />
              <TextField
                label="Pharmacy you'd like to use"
                hint="Its name and town. Leave this blank to get everything by mail."
                {...field("pharmacy")}
              />
              <SaveCancelButtons busy={busy} onCancel={() => close()} />
            </Stack>
          )}
        </Form>
      )}
    >
      {user.pharmacy ? (
        <>
          <p>{user.pharmacy}</p>
          <p>Your doctor will see this request. What we make and pack ourselves still comes by mail.</p>
        </>
      ) : (
        <p>Our own pharmacy sends you everything by mail. If you'd rather use another one, tell us here.</p>
      )}
    </EditableSection>
  );
}
