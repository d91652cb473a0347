import { useState } from "react";
import type { Treatment } from "#contract/treatment.ts";
import { describeChanges } from "./overview/treatment-announcements.ts";

/** The latest announcement of a change while the page is open, for screen readers; empty at first. */
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
