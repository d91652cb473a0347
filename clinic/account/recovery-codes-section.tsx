import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { Section } from "#clinic/ui/page.tsx";
import { staffLimits } from "#contract/staff/constants.ts";
import { type Factors, staffFactorCalls } from "#contract/staff/factors.ts";
import type { FactorChanges } from "./factor-changes.ts";

/** With this many left, a person is asked to make new ones. */
const fewCodes = 3;

export function RecoveryCodesSection({ factors, changes }: { factors: Factors; changes: FactorChanges }) {
  const [asking, setAsking] = useState(false);
  const left = factors.recoverycodesleft;
  return (
    <Section
      title="Recovery codes"
      actions={
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Make new ones
        </Button>
      }
    >
      {left <= fewCodes ? (
        <Alert tone="info">
          {left === 0 ? "You have no codes left." : `You have ${left} left.`} Please make new ones and save them.
        </Alert>
      ) : (
        <p>
          {left} of {staffLimits.recoveryCodes} left, for when your phone or passkey is lost.
        </p>
      )}
      {asking && (
        <Confirm
          question="Make new recovery codes?"
          detail="The codes you have now will stop working."
          confirmLabel="Make new ones"
          onClose={() => setAsking(false)}
          onConfirm={async () =>
            changes.added(await call(staffFactorCalls.newRecoveryCodes, { body: {} }), "You have new recovery codes.")
          }
        />
      )}
    </Section>
  );
}
