import { useId, useLayoutEffect, useRef, useState } from "react";
import { randomId } from "#app/api/random.ts";
import { upload } from "#app/api/upload.ts";
import { Form } from "#app/forms/form.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { Select } from "#app/ui/select.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { documents } from "#contract/documents.ts";
import { FileToSend, focusChooser, SendRow } from "./file-to-send.tsx";
import css from "./insurance.module.css";
import { documentKinds } from "./insurance-kinds.ts";
import { reloadDocuments } from "./insurance-queries.ts";
import { useFileToSend } from "./use-file-to-send.ts";

/** Adds a document: what it is, a name if she likes, and its file. */
export function InsuranceForm() {
  const chooser = useId();
  const way = useFileToSend();
  const [saved, setSaved] = useState<string[]>([]);
  const news = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (saved.length > 0) readNext(news.current);
  }, [saved]);
  const attempt = useRef({ about: "", file: null as File | null, key: "" });
  /** One key for one file with its words: sent again after a lost answer, it is not added twice. */
  const keyOf = (about: string) => {
    if (attempt.current.about !== about || attempt.current.file !== way.file)
      attempt.current = { about, file: way.file, key: randomId() };
    return attempt.current.key;
  };
  return (
    <Card as="section" className={css["card"]} aria-labelledby="add-document">
      <h2 id="add-document" className={css["title"]}>
        Add a document
      </h2>
      <div ref={news} tabIndex={-1} className={css["news"]}>
        {saved.length > 0 && (
          <Alert key={saved.length} kind="success">
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
          if (!way.file) focusChooser(chooser);
          const added = await way.send((file, { signal, onProgress }) =>
            upload(documents.upload, { body, file }, { key: keyOf(JSON.stringify(body)), signal, onProgress }),
          );
          if (!added) return;
          await reloadDocuments();
          setSaved([...saved, added.title]);
        }}
      >
        {({ field }) => (
          <div className={css["fields"]}>
            <Select label="What is it?" placeholder="Choose one" options={documentKinds} required {...field("kind")} />
            <TextField
              label="Name (optional)"
              hint="For example: Blood test, May"
              maxLength={120}
              {...field("title")}
            />
            <FileToSend way={way} id={chooser} label="The document" />
            <SendRow way={way} label="Send document" />
          </div>
        )}
      </Form>
    </Card>
  );
}
