import type { Treatment } from "#contract/treatment/overview.ts";
import { formatDay } from "#app/formats/dates.ts";

/** Since when the plan has its status; empty if unknown. */
export const planSince = ({ status, since }: Pick<Treatment["plan"], "status" | "since">): string =>
  since === null || status === "none" ? "" : `Since ${formatDay(since)}`;
