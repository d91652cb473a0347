import { type ReactNode, useId } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { DownloadIcon, FileIcon } from "#app/ui/brand/app-icons.tsx";
import type { DocumentRequest } from "./fetch-document.ts";
import { useDownload } from "./use-download.ts";
import css from "./downloads.module.css";
import type { SelectOption } from "#app/ui/forms/select.tsx";

/** One kind of document: what it is for, and how to get it. */
export function DocumentCard({
  title,
  description,
  children,
}: {
  title: string;
  description: ReactNode;
  children: (titleId: string) => ReactNode;
}) {
  const id = useId();
  return (
    <Card as="li" className={css["document"]}>
      <h3 id={id}>
        <FileIcon />
        {title}
      </h3>
      <p>{description}</p>
      <div className={css["do"]}>{children(id)}</div>
    </Card>
  );
}

/** A card whose only button downloads. */
export function DownloadCard({
  title,
  about: description,
  wish: request,
}: {
  title: string;
  about: ReactNode;
  wish: DocumentRequest;
}) {
  const { start, ...download } = useDownload();
  return (
    <DocumentCard title={title} description={description}>
      {(titleId) => (
        <>
          <DownloadStatus {...download} />
          <DownloadButton titleId={titleId} busy={download.busy} onClick={() => start(request)} />
        </>
      )}
    </DocumentCard>
  );
}

/** The “Download” button of a card's document. */
export function DownloadButton({ titleId, busy, onClick }: { titleId: string; busy: boolean; onClick: () => void }) {
  return (
    <Button variant="secondary" busy={busy} busyLabel="Preparing" aria-describedby={titleId} onClick={onClick}>
      <DownloadIcon /> Download
    </Button>
  );
}

/** The outcome of a download. */
export function DownloadStatus({ saved, error }: Pick<ReturnType<typeof useDownload>, "saved" | "error">) {
  if (saved)
    return (
      <Alert tone="success">
        Look for <span className={css["filename"]}>{saved}</span> in your downloads.
      </Alert>
    );
  return error && <Alert tone="warning">{error.message}</Alert>;
}

export const yearOptions = (years: readonly number[]): SelectOption[] =>
  years.map(String).map((year) => ({ value: year, label: year }));
