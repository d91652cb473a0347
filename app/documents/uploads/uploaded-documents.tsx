import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Suspense, useState } from "react";
import { NotMine } from "#app/api/not-mine.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { formatBytes } from "#app/browser/file-rules.ts";
import type { PatientDocument } from "#contract/documents/calls.ts";
import { DocumentPicture } from "../document-picture.tsx";
import { DownloadFile } from "./download-file.tsx";
import css from "./insurance-documents.module.css";
import { isPicture, kindLabel } from "./document-kinds.ts";
import { reportDocument } from "./queries.ts";

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
          {item.filed !== null && <>From {item.filed.from} · </>}
          {item.filed?.datedon && <>Dated {formatCalendarDay(item.filed.datedon)} · </>}
          Added {formatDay(item.updatedat)} · {isPicture(item) ? "Photo" : "PDF"}, {formatBytes(item.file.bytes)}
        </p>
        {item.review && (
          <p>
            <strong>
              {item.review.by ?? "Your care team"} looked at it on {formatDay(item.review.at)}.
            </strong>{" "}
            {item.review.text}
          </p>
        )}
      </Stack>
      <div className={css["actions"]}>
        {isPicture(item) ? (
          <Button variant="secondary" onClick={() => setOpenDialog("view")}>
            View{ofTitle}
          </Button>
        ) : (
          <DownloadFile item={item} />
        )}
        {item.filed === null && (
          <Button variant="secondary" onClick={() => setOpenDialog("replace")}>
            Replace{ofTitle}
          </Button>
        )}
        {item.filed !== null && (
          <NotMine
            question="Is this document about somebody else?"
            detail="We'll hide it here right away, and our care team will look into it today. If it turns out to be yours, you'll see it again."
            ofTitle={ofTitle}
            report={() => reportDocument(item.id)}
          />
        )}
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
