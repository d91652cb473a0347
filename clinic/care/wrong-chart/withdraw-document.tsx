import { useQueryClient } from "@tanstack/react-query";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./wrong-chart.module.css";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Takes a document that is about another patient out of this one's, and files it among that one's. */
export function WrongDocument({
  patientId,
  sent: { id: documentid, title },
}: {
  /** Among whose documents it is. */
  patientId: string;
  sent: Pick<NonNullable<PatientRecord["documents"]>[number], "id" | "title">;
}) {
  const cache = useQueryClient();
  const readAgain = () => void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
  if (!permits(usePermissions(), care.withdrawDocument.access.needs)) return null;
  return (
    <OpensDialog
      takesFocus
      buttons={(open) => (
        <div className={css["below"]}>
          <RowAction label="Wrong patient" name={`Wrong patient: ${title}`} onClick={() => open(null)} />
        </div>
      )}
    >
      {({ onClose, onDone }) => (
        <WithdrawDialog
          title="Is this document about another patient?"
          description="Nobody can open it here any more, and this patient doesn’t see it. That it was taken out stays in the audit."
          quote={title}
          right={{
            label: "Who it’s about",
            hint: "It’s filed among their documents. A clinician looks at it there.",
            action: "Withdraw it and file it there",
          }}
          wrongId={patientId}
          send={(body, key) => call(care.withdrawDocument, { params: { id: patientId, documentid }, body }, { key })}
          onSent={() => {
            readAgain();
            onDone("The document was taken out.");
          }}
          onFailure={readAgain}
          onClose={onClose}
        />
      )}
    </OpensDialog>
  );
}
