import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { useEffect, useRef, useState } from "react";
import { useScopes } from "#clinic/session/current.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import css from "../record-page.module.css";
import { ChangeDialog } from "./change-dialog.tsx";

/**
 * Prescribes another strength or form than a subscription brings. Without a subscription nothing can be changed, and only what was just done is said: the
 * change itself ends the prescription it's made from.
 */
export function ChangeTreatment({
  record,
  subscription,
  label = "Change",
}: {
  record: PatientRecord;
  subscription: Subscription | undefined;
  label?: string;
}) {
  const scopes = useScopes();
  const [changing, setChanging] = useState<Subscription | null>(null);
  const [done, setDone] = useState("");
  const said = useRef<HTMLOutputElement>(null);
  // The button that opened the dialog may be gone with what was changed.
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  if (!care.changeTreatment.scopes.some((scope) => scopes.includes(scope))) return null;
  return (
    <>
      {subscription && (
        <RowAction
          label={label}
          name={`${label}: ${medicineName(subscription.item)}`}
          onClick={() => setChanging(subscription)}
        />
      )}
      <output ref={said} tabIndex={-1} className={css["quiet"]}>
        {done}
      </output>
      {changing && (
        <ChangeDialog
          record={record}
          subscription={changing}
          onClose={() => setChanging(null)}
          onDone={(text) => {
            setChanging(null);
            setDone(text);
          }}
        />
      )}
    </>
  );
}
