import { useEffect, useState } from "react";
import { CameraIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./profile/avatar-editor.module.css";

/**
 * Preview of the chosen picture before upload; `url` is its object URL. A camera icon replaces pictures the browser cannot decode (HEIC in
 * most).
 */
export function PicturePreview({ name, url }: { name: string; url: string }) {
  const [undrawableUrl, setUndrawableUrl] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <span className={css["picture"]}>
      {undrawableUrl === url ? (
        <CameraIcon />
      ) : (
        <img src={url} alt={`Preview of ${name}`} onError={() => setUndrawableUrl(url)} />
      )}
    </span>
  );
}
