import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { AuthenticatorSetup } from "#clinic/factors/authenticator-setup.tsx";
import { Confirm } from "#clinic/work/confirm.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Section } from "#clinic/ui/page.tsx";
import { type Factors, staffFactorCalls } from "#contract/staff/factors.ts";
import type { FactorChanges } from "./factor-changes.ts";

export function AuthenticatorSection({ factors, changes }: { factors: Factors; changes: FactorChanges }) {
  const [open, setOpen] = useState<"setup" | "remove" | null>(null);
  const { authenticatorsince: since } = factors;
  return (
    <Section
      title="Authenticator app"
      actions={
        <>
          <Button variant="secondary" onClick={() => setOpen("setup")}>
            {since ? "Set up another app" : "Set it up"}
          </Button>
          {since && (
            <Button variant="quiet" aria-label="Remove the authenticator app" onClick={() => setOpen("remove")}>
              Remove
            </Button>
          )}
        </>
      }
    >
      <p>
        {since
          ? `Set up on ${formatDay(since)}. Another app replaces it.`
          : "An app on your phone that shows a new code every 30 seconds. Not set up."}
      </p>
      {open === "setup" && (
        <Modal title="Set up an authenticator app" wide onClose={() => setOpen(null)}>
          <AuthenticatorSetup
            onAdded={(result) => {
              setOpen(null);
              changes.added(result, "The authenticator app was set up.");
            }}
          />
        </Modal>
      )}
      {open === "remove" && (
        <Confirm
          danger
          question="Remove the authenticator app?"
          detail="Its codes won’t sign you in any more."
          confirmLabel="Remove it"
          onClose={() => setOpen(null)}
          onConfirm={async () =>
            changes.changed(await call(staffFactorCalls.removeAuthenticator, {}), "The authenticator app was removed.")
          }
        />
      )}
    </Section>
  );
}
