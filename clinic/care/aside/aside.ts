import type { taskCalls } from "#contract/care/tasks.ts";
import type { Input } from "#contract/http/endpoint.ts";

/** Until when something is put aside, as somebody chooses it. */
export interface AsideForm {
  readonly until: string;
  /** Until the patient writes. */
  readonly foranswer: boolean;
  readonly words: string;
}

/** What is missing before it can be sent, by field; the server has the last word. */
export function missingFromAside({ until, foranswer }: AsideForm, today: string): Readonly<Record<string, string>> {
  if (until === "") return foranswer ? {} : { until: "Choose the day it’s back." };
  return until <= today ? { until: "Choose a later day than today." } : {};
}

/** What is sent; what is empty is left out. */
export const asideBody = ({
  until,
  foranswer,
  words,
}: AsideForm): Omit<Input<typeof taskCalls.putAside>["body"], "of" | "refid"> => ({
  ...(until !== "" && { until }),
  ...(foranswer && { foranswer }),
  ...(words.trim() !== "" && { words: words.trim() }),
});
