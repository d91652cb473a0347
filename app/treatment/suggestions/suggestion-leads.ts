import type { Treatment } from "#contract/treatment/overview.ts";

/** Whether the page asks for an answer to what the doctor suggests before anything else: a change that waits comes first. */
export const suggestionLeads = ({ nextstep, changes }: Pick<Treatment, "nextstep" | "changes">): boolean =>
  nextstep.kind === "change_to_agree" && changes.every(({ status }) => status !== "waiting");
