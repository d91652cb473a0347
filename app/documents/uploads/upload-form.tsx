import { Stack } from "#app/ui/layout/stack.tsx";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { upload } from "#app/api/upload.ts";
import { Form } from "#app/forms/form.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { FoldedCard } from "#app/ui/layout/folded-card.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { documents } from "#contract/documents/calls.ts";
import { FileUploadField, focusChooser, UploadButtons } from "./file-upload-field.tsx";
import css from "./insurance-documents.module.css";
import { documentKindOptions } from "./document-kinds.ts";
import { refetchUploadedDocuments } from "./queries.ts";
import { useFileUpload } from "./use-file-upload.ts";
import { CountedTextField } from "#app/ui/forms/counted.tsx";

/** Adds a document: its kind, an optional name, and its file. */
export function InsuranceForm() {
  const fieldId = useId();
  const fileUpload = useFileUpload();
  const [saved, setSaved] = useState<string[]>([]);
  const statusArea = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (saved.length > 0) moveFocusTo(statusArea.current);
  }, [saved]);
  const keyed = useKeyedRequests();
  return (
    <FoldedCard title="Add a document">
      <div ref={statusArea} tabIndex={-1} className={css["news"]}>
        {saved.length > 0 && (
          <Alert key={saved.length} tone="success">
            “{saved.at(-1)}” is saved.
          </Alert>
        )}
      </div>
      <Form
        key={saved.length}
        schema={documents.upload.body}
        names={["kind", "title"]}
        defaultValues={{ title: "" }}
        onSubmit={async (body) => {
          if (!fileUpload.file) focusChooser(fieldId);
          const added = await fileUpload.send((file, options) =>
            keyed([body, file.name, file.size, file.lastModified], (key) =>
              upload(documents.upload, { body, file }, { key, ...options }),
            ),
          );
          if (!added) return;
          await refetchUploadedDocuments();
          setSaved([...saved, added.title]);
        }}
      >
        {({ field }) => (
          <Stack>
            <Select
              label="What is it?"
              placeholder="Choose one"
              options={documentKindOptions}
              required
              {...field("kind")}
            />
            <CountedTextField
              label="Name"
              mark="optional"
              hint="For example, Blood test, May"
              limit={120}
              {...field("title")}
            />
            <FileUploadField way={fileUpload} id={fieldId} label="The document" />
            <UploadButtons way={fileUpload} label="Send document" />
          </Stack>
        )}
      </Form>
    </FoldedCard>
  );
}
