import { useQuery } from "@tanstack/react-query";
import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { usePagedList } from "#app/api/use-paged-list.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { documents } from "#contract/documents/calls.ts";
import { DocumentDownloads } from "../downloads/document-downloads.tsx";
import { VisitNotes } from "../visit-notes/visit-notes.tsx";
import css from "./insurance-documents.module.css";
import { InsuranceForm } from "./upload-form.tsx";
import { InsuranceList } from "./uploaded-documents.tsx";
import { useUploadedDocuments } from "./queries.ts";

/** The documents a patient uploads (add, view, replace) and those they can download. */
export default function InsuranceDocuments() {
  return (
    <Stack gap={6}>
      <Heading lead="Your insurance card, referrals and lab results. Only you and your care team see them.">
        Insurance documents
      </Heading>
      <div className={css["columns"]}>
        <Stack as="section" className={css["kept"]} aria-labelledby="kept-documents">
          <h2 id="kept-documents" className={css["title"]}>
            What you sent us, and what we added
          </h2>
          <ReportedNotice />
          <UploadedDocuments />
        </Stack>
        <InsuranceForm />
      </div>
      <VisitNotes />
      <DocumentDownloads />
    </Stack>
  );
}

function ReportedNotice() {
  const { data } = useQuery(queryOf(documents.available, {}));
  return data?.documentreported === true ? (
    <Alert tone="info">
      You told us a document isn't yours. We've hidden it, and our care team is looking into it.
    </Alert>
  ) : null;
}

function UploadedDocuments() {
  const list = useUploadedDocuments();
  const { isLoadingMore, loadMore } = usePagedList(list);
  const { data, error, isFetching, refetch, hasNextPage, isFetchNextPageError } = list;
  if (!data)
    return error ? (
      <ErrorState level={3} busy={isFetching} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    ) : (
      <Skeleton shape="row" count={3} label="Loading what you sent us" />
    );
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NoDocuments />;
  return (
    <>
      <InsuranceList items={items} />
      {isFetchNextPageError && (
        <div role="alert">
          <FieldError>{errorMessage(error)}</FieldError>
        </div>
      )}
      {hasNextPage && (
        <Button variant="secondary" busy={isLoadingMore} busyLabel="Loading" onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

function NoDocuments() {
  return (
    <Card tone="tint" gap={1}>
      <h3 className={css["name"]}>Nothing here yet</h3>
      <p>Start with photos of your insurance card, front and back.</p>
    </Card>
  );
}
