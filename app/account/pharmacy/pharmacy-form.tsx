import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";

const missingText = "Please enter the pharmacy's name and address.";

const PharmacyChoice = z
  .object({
    whose: z.enum(["ours", "another"]),
    pharmacy: z.optional(z.string().check(z.trim(), z.maxLength(300, "Please use 300 characters or fewer."))),
  })
  .check(
    z.refine(({ whose: source, pharmacy }) => source === "ours" || Boolean(pharmacy), {
      path: ["pharmacy"],
      error: missingText,
    }),
  );

/** `onDone` gets whether something was saved. */
export function PharmacyForm({ user, onDone }: { user: User; onDone: (saved: boolean) => void }) {
  return (
    <Form
      schema={PharmacyChoice}
      names={["whose", "pharmacy"]}
      defaultValues={{ whose: user.pharmacy === null ? "ours" : "another", pharmacy: user.pharmacy ?? "" }}
      draft={`${user.id}:pharmacy`}
      onSubmit={async ({ whose: source, pharmacy = "" }) => {
        const pharmacyOrNull = source === "ours" ? null : pharmacy.replaceAll(/\s+/g, " ");
        const updatedUser = await call(account.updatePharmacy, { body: { pharmacy: pharmacyOrNull } });
        queryClient.setQueryData(queryOf(account.user, {}).queryKey, updatedUser);
        onDone(true);
      }}
    >
      {({ form, field, error, busy }) => (
        <Stack gap={6}>
          <ChoiceCards
            label="Where should your medicine come from?"
            options={[
              {
                value: "ours",
                label: "From your practice’s pharmacy",
                description: "It sends your medicine to your door.",
              },
              { value: "another", label: "A pharmacy near me" },
            ]}
            error={error("whose")}
            {...form.register("whose")}
          />
          {form.watch("whose") === "another" && (
            <Textarea
              label="Its name and address"
              hint="Your doctor will ask you before a prescription goes there."
              rows={3}
              maxLength={300}
              required
              {...field("pharmacy")}
            />
          )}
          <Cluster stretch>
            <Button type="submit" busy={busy} busyLabel="Saving">
              Save
            </Button>
            <Button variant="secondary" onClick={() => onDone(false)}>
              Cancel
            </Button>
          </Cluster>
        </Stack>
      )}
    </Form>
  );
}
