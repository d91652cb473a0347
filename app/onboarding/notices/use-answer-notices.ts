import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";

type GivenAnswers = Input<typeof onboarding.answerNotices>["body"];

/** A choice and the next one are one question to the server when they come this close together. */
const settledMs = 300;

/** What the practice says about the answers on screen, before they are saved; `given` is null while there is nothing to ask about. */
export function useAnswerNotices(step: number, given: GivenAnswers | null): readonly AnswerNotice[] {
  const body = useDebouncedValue(given && JSON.stringify(given), settledMs);
  const { data } = useQuery({
    queryKey: queryKey(onboarding.answerNotices, { params: { n: step }, body }),
    queryFn: ({ signal }) =>
      call(
        onboarding.answerNotices,
        { params: { n: step }, body: JSON.parse(body ?? "{}") as GivenAnswers },
        // Without an answer the notices come when the step is saved.
        { signal, silent: true, retry: false },
      ),
    enabled: body !== null,
    placeholderData: (previous) => previous,
  });
  return given === null || body === null ? [] : (data?.items ?? []);
}

/** Which notices have been on screen. */
export interface SeenNotices {
  readonly report: (text: string) => void;
  readonly has: (notice: AnswerNotice) => boolean;
}

export function useSeenNotices(): SeenNotices {
  const texts = useRef(new Set<string>());
  return { report: (text) => void texts.current.add(text), has: ({ text }) => texts.current.has(text) };
}
