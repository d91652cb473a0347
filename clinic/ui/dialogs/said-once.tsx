import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Said } from "../page.tsx";

/** In the cache, which is emptied when the person leaves: it may name a patient. */
const key = ["said"] as const;

/** What the next page says once. */
export const sayNext = (cache: QueryClient, text: string): void => void cache.setQueryData(key, text);

/** What the page before left to say; the same until the component ends. */
export function useSaidOnce(): string {
  const cache = useQueryClient();
  const [text] = useState(() => cache.getQueryData<string>(key) ?? "");
  useEffect(() => cache.removeQueries({ queryKey: key }), [cache]);
  return text;
}

export function SaidOnce() {
  const text = useSaidOnce();
  return text && <Said>{text}</Said>;
}
