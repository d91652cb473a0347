import { LoadError } from "#app/api/load-error.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Picture } from "#app/ui/picture.tsx";
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
        <Picture file={data} alt={`${item.title}, as you sent it`} className={css["picture"]} />
      ) : error ? (
        <LoadError query={{ error, isFetching, refetch }} />
      ) : (
        <Skeleton kind="card" count={1} />
      )}
    </Dialog>
  );
}
