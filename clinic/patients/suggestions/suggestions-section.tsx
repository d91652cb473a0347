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
import css from "../record-page.module.css";
import { SuggestDialog } from "./suggest-dialog.tsx";
import { suggestionStatus } from "./suggestion.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** What was suggested to the patient, and what became of it; whoever prescribes suggests something, or takes back what isn't answered. */
export function Suggestions({ suggestions, record }: { suggestions: readonly Suggestion[]; record: PatientRecord }) {
  const maySuggest = permits(usePermissions(), care.suggestMedicine.access.needs);
  return (
    <OpensDialog<Suggestion | "new">
      takesFocus
      className={css["quiet"]}
      buttons={(open) => (
        <>
          {suggestions.length === 0 && <p>Nothing has been suggested.</p>}
          {suggestions.length > 0 && (
            <ul className={css["rows"]}>
              {suggestions.map((suggestion) => (
                <li key={suggestion.id}>
                  <SuggestionRow suggestion={suggestion} />
                  {maySuggest && suggestion.status === "waiting" && (
                    <div className={css["steps"]}>
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
          {maySuggest && record.planstatus === "approved" && (
            <div className={css["steps"]}>
              <RowAction label="Suggest a medicine" name="Suggest a medicine" onClick={() => open("new")} />
            </div>
          )}
        </>
      )}
    >
      {(dialog, about) =>
        about === "new" ? (
          <SuggestDialog record={record} {...dialog} />
        ) : (
          <WithdrawDialog suggestion={about} {...dialog} />
        )
      }
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
      <div className={css["first"]}>
        {`${product.name} ${product.dosage}`} <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <div className={css["quiet"]}>{facts.flatMap((fact) => (fact ? [fact.replace(/\.$/, "")] : [])).join(" · ")}</div>
      <p className={css["note"]}>{note}</p>
    </>
  );
}
