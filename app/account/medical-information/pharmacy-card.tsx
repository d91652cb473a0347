import { Cluster } from "#app/ui/layout/cluster.tsx";
import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { User } from "#contract/account/profile.ts";
import { useUser } from "#app/auth/use-user.ts";
import css from "./medical-information.module.css";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { Form } from "#app/forms/form.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Where the medicine comes from: our own pharmacy, or one the patient names. */
export function PharmacyCard() {
  const user = useUser();
  return (
    <Card as="section" gap={4} aria-labelledby="pharmacy">
      {user.data ? (
        <Pharmacy user={user.data} />
      ) : (
        <>
          <h2 id="pharmacy" className={css["title"]}>
            Your pharmacy
          </h2>
          {user.error ? <LoadError query={user} /> : <Skeleton shape="text" count={2} label="Loading your pharmacy" />}
        </>
      )}
    </Card>
  );
}

function Pharmacy({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  return (
    <>
      <Cluster rowGap={1} className={css["head"]}>
        <h2 id="pharmacy" className={css["title"]}>
          Your pharmacy
        </h2>
        {!editing && (
          <Button variant="quiet" className={css["quiet"]} onClick={() => setEditing(true)}>
            Change<span className="visually-hidden"> your pharmacy</span>
          </Button>
        )}
      </Cluster>
      {editing ? (
        <PharmacyForm
          user={user}
          onDone={(changed) => {
            setEditing(false);
            setSaved(changed);
          }}
        />
      ) : (
        <p className={css["own"]}>{user.pharmacy ?? "Ours, by mail to your door."}</p>
      )}
      <StatusMessage>{saved && !editing ? "Your pharmacy is saved." : ""}</StatusMessage>
    </>
  );
}

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
function PharmacyForm({ user, onDone }: { user: User; onDone: (saved: boolean) => void }) {
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
            <CountedTextarea
              label="Its name and address"
              hint="Your doctor will ask you before a prescription goes there."
              rows={3}
              limit={300}
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
