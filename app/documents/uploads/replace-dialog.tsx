import { Stack } from "#app/ui/layout/stack.tsx";
import { useId } from "react";
import * as z from "zod/mini";
import { upload } from "#app/api/upload.ts";
import { Form } from "#app/forms/form.tsx";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { documents, type PatientDocument } from "#contract/documents/calls.ts";
import { FileUploadField, focusChooser, UploadButtons } from "./file-upload-field.tsx";
import { refetchUploadedDocuments } from "./queries.ts";
import { useFileUpload } from "./use-file-upload.ts";

/** Replaces the file of one document, named in the title. */
export default function ReplaceDialog({
  item,
  onOpenChange,
}: {
  item: PatientDocument;
  onOpenChange: (open: boolean) => void;
}) {
  const fieldId = useId();
  const fileUpload = useFileUpload();
  return (
    <Dialog
      open
      title={`Replace “${item.title}”`}
      description="The new file will take its place. The file you sent before will be deleted for good."
      onOpenChange={onOpenChange}
    >
      <Form
        schema={z.object({})}
        names={[]}
        defaultValues={{}}
        onSubmit={async () => {
          if (!fileUpload.file) focusChooser(fieldId);
          const result = await fileUpload.send((file, options) =>
            upload(documents.replace, { params: { id: item.id }, body: {}, file }, options),
          );
          if (!result) return;
          await refetchUploadedDocuments();
          onOpenChange(false);
        }}
      >
        {() => (
          <Stack>
            <FileUploadField way={fileUpload} id={fieldId} label="The new file" />
            <UploadButtons way={fileUpload} label="Replace it" />
          </Stack>
        )}
      </Form>
    </Dialog>
  );
}
