import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { PasskeySetup } from "#clinic/factors/passkey-setup.tsx";
import { hasPasskeys } from "#clinic/session/passkey.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Section } from "#clinic/ui/page.tsx";
import { onPracticeDay } from "#clinic/ui/labels/practice-time.ts";
import { type Factors, staffFactorCalls } from "#contract/staff/factors.ts";
import css from "./account-page.module.css";
import { type FactorChanges, passkeysAskedFor } from "./factor-changes.ts";

type Passkey = Factors["passkeys"][number];

export function PasskeysSection({ factors, changes }: { factors: Factors; changes: FactorChanges }) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { passkeys } = factors;
  return (
    <Section
      title="Passkeys"
      actions={
        hasPasskeys() && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length < passkeysAskedFor && (
        <Alert tone="info">
          {passkeys.length === 0
            ? "A passkey is the quickest and safest way to sign in. Please add two, on two devices."
            : "Please add a second one on another device, so that a lost one doesn’t lock you out."}
        </Alert>
      )}
      {passkeys.length > 0 && (
        <ul className={css["list"]}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={css["item"]}>
              <div>
                <p>
                  {passkey.name} {passkey.suspicious && <StatusBadge tone="warning">Check this one</StatusBadge>}
                </p>
                <p className={css["facts"]}>
                  Added {formatDay(passkey.createdat)} ·{" "}
                  {passkey.lastusedat
                    ? `last used ${onPracticeDay(passkey.lastusedat, new Date(serverClock.now()))}`
                    : "not used yet"}
                </p>
                {passkey.suspicious && (
                  <p className={css["facts"]}>
                    Its counter didn’t rise once. It may have been copied: if you don’t know why, remove it.
                  </p>
                )}
              </div>
              <Button variant="quiet" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <Modal title="Add a passkey" onClose={() => setAdding(false)}>
          <PasskeySetup
            onAdded={(result) => {
              setAdding(false);
              changes.added(result, "The passkey was added.");
            }}
          />
        </Modal>
      )}
      {removing && (
        <Confirm
          danger
          question={`Remove “${removing.name}”?`}
          detail="You can’t sign in with it any more."
          confirmLabel="Remove it"
          onClose={() => setRemoving(null)}
          onConfirm={async () =>
            changes.changed(
              await call(staffFactorCalls.removePasskey, { params: { id: removing.id } }),
              "The passkey was removed.",
            )
          }
        />
      )}
    </Section>
  );
}
