import { useEffect, useState } from "react";
import { CameraIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./profile/avatar-editor.module.css";

/** The chosen picture before it is sent; `url` is its object URL. Where the browser cannot draw it (HEIC in most), a camera stands for it. */
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
