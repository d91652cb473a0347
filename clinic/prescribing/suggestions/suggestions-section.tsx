import { formatDay } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { priceEvery } from "#contract/fields/period.ts";
import { permits } from "#contract/policy/policy.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import rowCss from "#clinic/ui/rows.module.css";
import { SuggestDialog } from "./suggest-dialog.tsx";
import { suggestionStatus } from "./suggestion.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** What was suggested to the patient, and what became of it; whoever prescribes suggests something, or takes back what isn't answered. */
export function Suggestions({ suggestions, record }: { suggestions: readonly Suggestion[]; record: PatientRecord }) {
  const maySuggest = permits(usePermissions(), care.suggestMedicine.access.needs);
  return (
    <>
      <OpensDialog<Suggestion>
        takesFocus
        className={rowCss["quiet"]}
        buttons={(open) => (
          <>
            {suggestions.length === 0 && <p>Nothing has been suggested.</p>}
            {suggestions.length > 0 && (
              <ul className={rowCss["rows"]}>
                {suggestions.map((suggestion) => (
                  <li key={suggestion.id}>
                    <SuggestionRow suggestion={suggestion} />
                    {maySuggest && suggestion.status === "waiting" && (
                      <div className={rowCss["steps"]}>
                        <RowAction
                          label="Withdraw"
                          name={`Withdraw: ${suggestion.product.name} ${suggestion.product.dosage}`}
                          onClick={() => open(suggestion)}
                        />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      >
        {(dialog, about) => <WithdrawDialog patientId={record.id} suggestion={about} {...dialog} />}
      </OpensDialog>
      <SuggestMedicine record={record} />
    </>
  );
}

/** Suggests another medicine to a patient in care, where the person's role may. */
export function SuggestMedicine({ record }: { record: PatientRecord }) {
  const maySuggest = permits(usePermissions(), care.suggestMedicine.access.needs);
  if (!maySuggest || record.planstatus !== "approved") return null;
  return (
    <OpensDialog
      takesFocus
      className={rowCss["quiet"]}
      buttons={(open) => (
        <div className={rowCss["steps"]}>
          <RowAction label="Suggest a medicine" name="Suggest a medicine" onClick={() => open(null)} />
        </div>
      )}
    >
      {(dialog) => <SuggestDialog record={record} {...dialog} />}
    </OpensDialog>
  );
}

function SuggestionRow({ suggestion: { product, status, doctor, at, note, obstacle } }: { suggestion: Suggestion }) {
  const { label, tone } = suggestionStatus[status];
  const facts = [
    priceEvery(product),
    product.directions,
    doctor?.name,
    formatDay(at),
    status === "waiting" && obstacle !== null && `the patient reads: ${obstacle}`,
  ];
  return (
    <>
      <div className={rowCss["first"]}>
        {`${product.name} ${product.dosage}`} <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <div className={rowCss["quiet"]}>
        {facts.flatMap((fact) => (fact ? [fact.replace(/\.$/, "")] : [])).join(" · ")}
      </div>
      <p className={rowCss["note"]}>{note}</p>
    </>
  );
}
