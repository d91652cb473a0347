import { useCallback } from "react";

/** A picture out of its bytes; its address lives as long as it is shown. */
export function Picture({
  file,
  alt,
  className,
  onError,
}: {
  file: Blob;
  alt: string;
  className?: string | undefined;
  /** The browser can't read it. */
  onError?: (() => void) | undefined;
}) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture) return;
      const url = URL.createObjectURL(file);
      picture.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} className={className} alt={alt} onError={onError} />;
}
