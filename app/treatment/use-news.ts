import { useState } from "react";
import type { Treatment } from "#contract/treatment.ts";
import { describeChanges } from "./overview/treatment-announcements.ts";

/** The latest news that came in while the page was open, to be read out; empty at first. */
export function useTreatmentAnnouncement(treatment: Treatment | undefined): string {
  const [seen, setSeen] = useState(treatment);
  const [announcement, setAnnouncement] = useState("");
  if (treatment && treatment !== seen) {
    setSeen(treatment);
    const text = seen ? describeChanges(seen, treatment) : "";
    if (text) setAnnouncement(text);
  }
  return announcement;
}
