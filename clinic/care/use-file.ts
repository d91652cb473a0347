import { useEffect, useState } from "react";
import { isDrawable } from "#app/browser/file-rules.ts";
import { saveFile } from "#app/browser/save-file.ts";
import { useAct } from "#clinic/work/use-act.ts";

/**
 * A file that is read only when somebody asks for it: each look is in the audit. Only what is known to be a picture is drawn; anything else is saved as
 * `name`, and the browser isn't asked to open it.
 */
export function useFile(read: () => Promise<Blob>, name: string) {
  const [url, setUrl] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { send, sending, message } = useAct();
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  function open() {
    setSaved(false);
    void send(null, read, (file) => {
      if (isDrawable(file.type)) return setUrl(URL.createObjectURL(file));
      saveFile(file, name);
      setSaved(true);
    });
  }
  return { url, isLoading: sending, isSaved, message, open, hide: () => setUrl(null) };
}
