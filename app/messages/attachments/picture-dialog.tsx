import { useState } from "react";
import { SavedFile } from "#app/ui/feedback/saved-file.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { saveFile, type SavedFile as Saved } from "#app/browser/save-file.ts";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { DownloadIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./attachment.module.css";
import { Picture } from "#app/ui/data/picture.tsx";

/** A picture as large as the screen allows. */
export default function PictureDialog({
  file,
  title,
  onOpenChange,
}: {
  file: Blob;
  title: string;
  onOpenChange: (open: boolean) => void;
}) {
  const [saved, setSaved] = useState<Saved>();
  return (
    <Dialog
      open
      title={title}
      onOpenChange={onOpenChange}
      actions={
        <Button variant="secondary" onClick={() => setSaved(saveFile(file, "photo.jpg"))}>
          <DownloadIcon />
          Download
        </Button>
      }
    >
      {saved?.handedOver === false && <SavedFile saved={saved} />}
      <Picture file={file} alt={title} className={css["large"]} />
    </Dialog>
  );
}
