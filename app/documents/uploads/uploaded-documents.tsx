import { Stack } from "#app/ui/layout/stack.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { formatBytes } from "#app/browser/file-rules.ts";
import type { PatientDocument } from "#contract/documents/calls.ts";
import { DocumentPicture } from "../document-picture.tsx";
import { DownloadFile } from "./download-file.tsx";
import css from "./insurance-documents.module.css";
import { isPicture, kindLabel } from "./document-kinds.ts";

const ReplaceDialog = lazyRoute(() => import("./replace-dialog.tsx")).Part;
const ViewDialog = lazyRoute(() => import("./view-dialog.tsx")).Part;

/** The patient's documents, newest first. */
export function InsuranceList({ items }: { items: readonly PatientDocument[] }) {
  return (
    <Stack as="ul" gap={4}>
      {items.map((item) => (
        <InsuranceItem key={item.id} item={item} />
      ))}
    </Stack>
  );
}

function InsuranceItem({ item }: { item: PatientDocument }) {
  const { formatDay } = useDates();
  const [openDialog, setOpenDialog] = useState<"view" | "replace" | null>(null);
  const close = (open: boolean) => !open && setOpenDialog(null);
  const kind = kindLabel(item.kind);
  const ofTitle = <span className="visually-hidden">: {item.title}</span>;
  return (
    <Card as="li" className={css["item"]}>
      <DocumentPicture kind={item.kind} />
      <Stack gap={1}>
        <h3 className={css["name"]}>{item.title}</h3>
        <p className={css["muted"]}>
          {item.title !== kind && item.kind !== "other" && <>{kind} · </>}
          Added {formatDay(item.updatedat)} · {isPicture(item) ? "Photo" : "PDF"}, {formatBytes(item.file.bytes)}
        </p>
      </Stack>
      <div className={css["actions"]}>
        {isPicture(item) ? (
          <Button variant="secondary" onClick={() => setOpenDialog("view")}>
            View{ofTitle}
          </Button>
        ) : (
          <DownloadFile item={item} />
        )}
        <Button variant="secondary" onClick={() => setOpenDialog("replace")}>
          Replace{ofTitle}
        </Button>
      </div>
      {openDialog && (
        <Suspense fallback={null}>
          {openDialog === "view" ? (
            <ViewDialog item={item} onOpenChange={close} />
          ) : (
            <ReplaceDialog item={item} onOpenChange={close} />
          )}
        </Suspense>
      )}
    </Card>
  );
}
