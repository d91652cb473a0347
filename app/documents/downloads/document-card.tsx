import { type ComponentProps, type ReactNode, useId } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { SavedFile } from "#app/ui/feedback/saved-file.tsx";
import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { DownloadIcon } from "#app/ui/brand/app-icons.tsx";
import { DocumentPicture } from "../document-picture.tsx";
import type { DocumentRequest } from "./fetch-document.ts";
import { useDownload } from "./use-download.ts";
import css from "./downloads.module.css";
import type { SelectOption } from "#app/ui/forms/select.tsx";

export interface DocumentAbout {
  readonly picture: ComponentProps<typeof DocumentPicture>["kind"];
  readonly title: string;
  readonly description: ReactNode;
  /** What kind of file it is, and of when. */
  readonly file: string;
}

/** One kind of document: a drawing of it and its name, which open to what it is for and how to get it. */
export function DocumentCard({
  picture,
  title,
  description,
  file,
  children,
}: DocumentAbout & { children: (titleId: string) => ReactNode }) {
  const id = useId();
  return (
    <li>
      <details className={css["document"]}>
        <summary className={css["head"]}>
          <DocumentPicture kind={picture} />
          <h3 id={id}>{title}</h3>
          <ChevronDownIcon />
        </summary>
        <div className={css["more"]}>
          <Stack gap={1}>
            <p>{description}</p>
            <p className={css["file"]}>{file}</p>
          </Stack>
          <div className={css["do"]}>{children(id)}</div>
        </div>
      </details>
    </li>
  );
}

/** A card with a button that downloads. */
export function DownloadCard({ request, ...about }: DocumentAbout & { request: DocumentRequest }) {
  return <DocumentCard {...about}>{(titleId) => <Download request={request} titleId={titleId} />}</DocumentCard>;
}

/** Downloads a card's document. */
export function Download({ request, titleId }: { request: DocumentRequest; titleId: string }) {
  const { start, ...download } = useDownload();
  return (
    <>
      <DownloadStatus {...download} />
      <DownloadButton titleId={titleId} busy={download.busy} onClick={() => start(request)} />
    </>
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
  if (saved) return <SavedFile saved={saved} />;
  return error && <Alert tone="warning">{error.message}</Alert>;
}

export const yearOptions = (years: readonly number[]): SelectOption[] =>
  years.map(String).map((year) => ({ value: year, label: year }));
