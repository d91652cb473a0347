import { useState } from "react";
import { Select } from "#app/ui/select.tsx";
import { DocumentCard, DownloadButton, DownloadNews } from "./document-card.tsx";
import { useDownload } from "./use-download.ts";
import { receiptYears } from "./years.ts";

/** The letter with the drug codes of a year; a year without purchases is said at the year. */
export function NdcLetterCard({ patientId }: { patientId: string }) {
  const [now] = useState(() => new Date());
  const years = receiptYears(now);
  const [year, setYear] = useState(years[0]?.value ?? "");
  const { start, forget, busy, saved, error } = useDownload();
  const none = error?.code === "no_purchases" ? error.message : undefined;
  return (
    <DocumentCard
      title="NDC letter"
      about="A list of your medicines of a year with their drug codes (NDC). Some insurance plans ask for it."
    >
      {(titleId) => (
        <>
          <Select
            label="Year"
            options={years}
            value={year}
            error={none}
            onChange={(event) => {
              setYear(event.target.value);
              forget();
            }}
          />
          <DownloadNews saved={saved} error={none === undefined ? error : null} />
          <DownloadButton
            titleId={titleId}
            busy={busy}
            onClick={() => start({ kind: "ndc", id: patientId, year: Number(year) })}
          />
        </>
      )}
    </DocumentCard>
  );
}
