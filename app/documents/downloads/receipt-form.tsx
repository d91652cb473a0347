import { Stack } from "#app/ui/layout/stack.tsx";
import { useLayoutEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import type { SavedFile as Saved } from "#app/browser/save-file.ts";
import { SavedFile } from "#app/ui/feedback/saved-file.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import type { User } from "#contract/account/profile.ts";
import { downloadDocument } from "./fetch-document.ts";
import { yearOptions } from "./document-card.tsx";
import css from "./downloads.module.css";

const ReceiptRequest = z.object({
  kind: z.enum(["hsa", "fsa"], "Please choose the kind of account."),
  year: z.pipe(z.string("Please choose a year."), z.transform(Number)),
});

const accountOptions = [
  { value: "hsa", label: "HSA", description: "Health savings account" },
  { value: "fsa", label: "FSA", description: "Flexible spending account" },
];

/** Receipt of the account `id` for an account type and one of `years` (newest first); stays open after a download, for another year. */
export function ReceiptForm({
  user,
  id,
  years,
}: {
  user: Pick<User, "firstname" | "lastname" | "email">;
  id: string;
  years: readonly number[];
}) {
  const [saved, setSaved] = useState<Saved | null>(null);
  const buttonsArea = useRef<HTMLDivElement>(null);
  // The outcome moves the buttons down, on a phone out of the sheet.
  useLayoutEffect(() => {
    if (saved) buttonsArea.current?.scrollIntoView({ block: "nearest" });
  }, [saved]);
  return (
    <Form
      schema={ReceiptRequest}
      names={["kind", "year"]}
      defaultValues={{ kind: "hsa", year: String(years[0] ?? "") }}
      onSubmit={async (request) => {
        setSaved(null);
        setSaved(await downloadDocument({ ...request, id }));
      }}
    >
      {({ field, error, busy }) => (
        <Stack>
          <Stack as="p" gap={1} className={css["patient"]}>
            <span>Patient</span>
            <strong>{patientName(user)}</strong>
          </Stack>
          <ChoiceCards label="Account" columns options={accountOptions} {...field("kind")} error={error("kind")} />
          <Select label="Year" options={yearOptions(years)} {...field("year")} />
          {saved && <SavedFile saved={saved} title="Your receipt is ready" />}
          <div ref={buttonsArea} className={css["actions"]}>
            <Button type="submit" busy={busy} busyLabel="Preparing">
              Download
            </Button>
            <DialogClose>
              <Button variant="secondary">{saved ? "Close" : "Cancel"}</Button>
            </DialogClose>
          </div>
        </Stack>
      )}
    </Form>
  );
}

const patientName = ({ firstname, lastname, email }: Pick<User, "firstname" | "lastname" | "email">): string =>
  [firstname, lastname].filter(Boolean).join(" ") || email;
