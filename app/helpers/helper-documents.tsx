import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { queryKey, queryOf } from "#app/api/query.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { documents } from "#contract/documents/calls.ts";
import { documentFilename } from "#contract/documents/filename.ts";
import type { HelperSession } from "./helper-page.tsx";
import css from "./helpers.module.css";
import { MoreButton } from "./more-button.tsx";

/** The patient's documents and receipts, to download. */
export function HelperDocuments({ session: { patientid: id } }: { session: HelperSession }) {
  const list = useInfiniteQuery({
    queryKey: queryKey(documents.list),
    queryFn: ({ pageParam, signal }) =>
      call(documents.list, { query: pageParam ? { nextpage: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
  });
  const available = useQuery(queryOf(documents.available, {}));
  const { formatDay } = useDates();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card as="section" gap={4} aria-labelledby="documents">
      <CardHead id="documents" title="Documents and receipts" />
      {list.data ? (
        items.length === 0 && <p>There are no documents yet.</p>
      ) : list.isError ? (
        <LoadError query={list} />
      ) : (
        <Skeleton shape="row" count={2} />
      )}
      <DividedList>
        {items.map(({ id: documentId, title, updatedat, file }) => (
          <Bar as="li" key={documentId} className={css["row"]}>
            <span>
              {title}
              <br />
              <span className={css["quiet"]}>{formatDay(updatedat)}</span>
            </span>
            <Download
              name={title}
              load={async () => saveFile(await call(documents.file, { params: { id: documentId } }), file.name)}
            />
          </Bar>
        ))}
      </DividedList>
      <MoreButton list={list} label="Show more" />
      <h3>Receipts</h3>
      {available.isError && <LoadError query={available} />}
      {available.data?.years.length === 0 && <p>There are no receipts yet.</p>}
      <DividedList>
        {(available.data?.years ?? []).map((year) => (
          <Bar as="li" key={year} className={css["row"]}>
            <span>HSA receipt {year}</span>
            <Download
              name={`HSA receipt ${year}`}
              load={async () =>
                saveFile(
                  await call(documents.hsaReceiptOfYear, { params: { id, year } }),
                  documentFilename(settings.brand.name, "hsa", year),
                )
              }
            />
          </Bar>
        ))}
      </DividedList>
    </Card>
  );
}

function Download({ name, load }: { name: string; load: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const download = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await load();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span>
      <Button variant="secondary" busy={busy} busyLabel="Preparing" onClick={() => void download()}>
        Download<span className="visually-hidden">: {name}</span>
      </Button>
      {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
    </span>
  );
}
