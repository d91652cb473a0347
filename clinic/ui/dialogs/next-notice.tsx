import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "../page.tsx";

/** In the cache, which is emptied when the person leaves: it may name a patient. */
const key = ["notice"] as const;

/** What the next page says once. */
export const leaveNotice = (cache: QueryClient, text: string): void => void cache.setQueryData(key, text);

/** What the page before left to say; the same until the component ends. */
export function useNextNotice(): string {
  const cache = useQueryClient();
  const [text] = useState(() => cache.getQueryData<string>(key) ?? "");
  useEffect(() => cache.removeQueries({ queryKey: key }), [cache]);
  return text;
}

export function NextNotice() {
  const text = useNextNotice();
  return text && <Notice>{text}</Notice>;
}
