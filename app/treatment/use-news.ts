import { useState } from "react";
import type { Treatment } from "#contract/treatment.ts";
import { newsOf } from "./news.ts";

/** The latest news that came in while the page was open, to be read out; empty at first. */
export function useNews(treatment: Treatment | undefined): string {
  const [seen, setSeen] = useState(treatment);
  const [news, setNews] = useState("");
  if (treatment && treatment !== seen) {
    setSeen(treatment);
    const text = seen ? newsOf(seen, treatment) : "";
    if (text) setNews(text);
  }
  return news;
}
