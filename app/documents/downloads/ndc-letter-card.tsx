import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf } from "#app/api/query.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { documents } from "#contract/documents/calls.ts";
import { DocumentCard, DownloadButton, DownloadStatus, yearOptions } from "./document-card.tsx";
import { useDownload } from "./use-download.ts";

/** The letter with the drug codes of a year. */
export function NdcLetterCard({ patientId }: { patientId: string }) {
  const available = useQuery(queryOf(documents.available, {}));
  return (
    <DocumentCard
      picture="codes"
      title="NDC letter"
      file="PDF, one for each year"
      description="A list of your medicines for a year with their drug codes (NDC). Some insurance plans ask for it."
    >
      {(titleId) =>
        available.data ? (
          <YearlyDownload titleId={titleId} patientId={patientId} years={available.data.years} />
        ) : available.error ? (
          <LoadError query={available} />
        ) : (
          <Skeleton shape="row" count={1} label="" />
        )
      }
    </DocumentCard>
  );
}

/** The year and its download button; a year without purchases is reported at the year field. */
function YearlyDownload({
  titleId,
  patientId,
  years,
}: {
  titleId: string;
  patientId: string;
  years: readonly number[];
}) {
  const [year, setYear] = useState(String(years[0] ?? ""));
  const { start, clearResult, busy, saved, error } = useDownload();
  const noPurchases = error?.code === "no_purchases" ? error.message : undefined;
  return (
    <>
      <Select
        label="Year"
        options={yearOptions(years)}
        value={year}
        error={noPurchases}
        onChange={(event) => {
          setYear(event.target.value);
          clearResult();
        }}
      />
      <DownloadStatus saved={saved} error={noPurchases === undefined ? error : null} />
      <DownloadButton
        titleId={titleId}
        busy={busy}
        onClick={() => start({ kind: "ndc", id: patientId, year: Number(year) })}
      />
    </>
  );
}
