import { useCallback } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PatientDocument } from "#contract/documents.ts";
import { DownloadFile } from "./download-file.tsx";
import css from "./insurance.module.css";
import { useDocumentFile } from "./insurance-queries.ts";

/** A kept photo, as large as the screen allows. */
export default function ViewDialog({
  item,
  onOpenChange,
}: {
  item: PatientDocument;
  onOpenChange: (open: boolean) => void;
}) {
  const { data, error, isFetching, refetch } = useDocumentFile(item.id, item.file.id);
  return (
    <Dialog open title={item.title} onOpenChange={onOpenChange} actions={<DownloadFile item={item} />}>
      {data ? (
        <Picture file={data} alt={`${item.title}, as you sent it`} />
      ) : error ? (
        <LoadError query={{ error, isFetching, refetch }} />
      ) : (
        <Skeleton kind="card" count={1} />
      )}
    </Dialog>
  );
}

/** The address of the picture lives as long as the picture is shown. */
function Picture({ file, alt }: { file: Blob; alt: string }) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture) return;
      const url = URL.createObjectURL(file);
      picture.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} className={css["picture"]} alt={alt} />;
}
