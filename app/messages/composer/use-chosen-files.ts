import { useEffect, useRef, useState } from "react";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { shrinkImage } from "#app/browser/shrink-image.ts";
import type { UploadItem } from "#app/ui/forms/files/file-list.tsx";
import { fileProblem, isDrawable } from "#app/browser/file-rules.ts";

interface ChosenFile {
  readonly id: string;
  readonly file: File;
  /** For a picture the browser can draw. */
  readonly previewUrl?: string | undefined;
}

/** Files chosen for the next message, with the reasons why others were not accepted. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const shown = urls.current;
    return () => {
      for (const url of shown) URL.revokeObjectURL(url);
    };
  }, []);

  const preview = (file: File): string | undefined => {
    if (!isDrawable(file.type)) return undefined;
    const url = URL.createObjectURL(file);
    urls.current.add(url);
    return url;
  };
  const revokePreviews = (items: readonly ChosenFile[]) => {
    for (const { previewUrl } of items) if (previewUrl) URL.revokeObjectURL(previewUrl);
  };

  return {
    problems,
    items: chosen.map(({ id, file, previewUrl }): UploadItem => ({
      id,
      name: file.name,
      size: file.size,
      state: "ready",
      previewUrl,
    })),
    files: chosen.map(({ file }) => file),
    take: async (files: readonly File[]) => {
      const found = await Promise.all(files.map(fileProblem));
      setProblems(found.flatMap((problem) => problem ?? []));
      for (const file of files.filter((_, index) => found[index] === undefined)) {
        const id = randomUuid();
        setChosen((before) => [...before, { id, file, previewUrl: preview(file) }]);
        void shrinkImage(file).then((resized) =>
          setChosen((before) => before.map((each) => (each.id === id ? { ...each, file: resized } : each))),
        );
      }
    },
    remove: (id: string) => {
      revokePreviews(chosen.filter((each) => each.id === id));
      setChosen(chosen.filter((each) => each.id !== id));
      setProblems([]);
    },
    clear: () => {
      revokePreviews(chosen);
      setChosen([]);
      setProblems([]);
    },
  };
}
