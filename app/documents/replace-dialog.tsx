import { useId } from "react";
import * as z from "zod/mini";
import { upload } from "#app/api/upload.ts";
import { Form } from "#app/forms/form.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { documents, type PatientDocument } from "#contract/documents.ts";
import { FileToSend, focusChooser, SendRow } from "./file-to-send.tsx";
import css from "./insurance.module.css";
import { reloadDocuments } from "./insurance-queries.ts";
import { useFileToSend } from "./use-file-to-send.ts";

/** Exchanges the file of one document, which it names. */
export default function ReplaceDialog({
  item,
  onOpenChange,
}: {
  item: PatientDocument;
  onOpenChange: (open: boolean) => void;
}) {
  const chooser = useId();
  const way = useFileToSend();
  return (
    <Dialog
      open
      title={`Replace “${item.title}”`}
      description="The new file takes its place. The file you sent before is deleted for good."
      onOpenChange={onOpenChange}
    >
      <Form
        schema={z.object({})}
        names={[]}
        defaultValues={{}}
        onSubmit={async () => {
          if (!way.file) focusChooser(chooser);
          const replaced = await way.send((file, sending) =>
            upload(documents.replace, { params: { id: item.id }, body: {}, file }, sending),
          );
          if (!replaced) return;
          await reloadDocuments();
          onOpenChange(false);
        }}
      >
        {() => (
          <div className={css["fields"]}>
            <FileToSend way={way} id={chooser} label="The new file" />
            <SendRow way={way} label="Replace it" />
          </div>
        )}
      </Form>
    </Dialog>
  );
}
