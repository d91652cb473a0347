import { LoadError } from "#app/api/load-error.tsx";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { Picture } from "#app/ui/data/picture.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { PatientDocument } from "#contract/documents/calls.ts";
import { DownloadFile } from "./download-file.tsx";
import css from "./insurance-documents.module.css";
import { useDocumentFile } from "./queries.ts";

/** A stored photo, as large as the screen allows. */
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
        <Skeleton shape="card" count={1} />
      )}
    </Dialog>
  );
}
