import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { InfoIcon } from "#app/ui/brand/base-icons.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import css from "./answer-notice-list.module.css";
import { useAnsweredStep } from "./answered-step.ts";
import type { SeenNotices } from "./use-answer-notices.ts";

/**
 * Notices beside what they are about: announced when they appear, and the focus doesn't move. `amongQuestions`: another question follows, and stays
 * where it is.
 */
export function AnswerNoticeList({
  notices,
  seen,
  amongQuestions = false,
}: {
  notices: readonly AnswerNotice[];
  seen: SeenNotices;
  amongQuestions?: boolean;
}) {
  const left = useAnsweredStep()?.notices.map(({ text }) => text);
  const box = useRef<HTMLDivElement>(null);
  useStillBelow(box, amongQuestions);
  return (
    <div ref={box} className={css["notices"]}>
      <StatusMessage visible>
        {notices.map(({ text }) => (
          <Notice key={text} text={text} left={left?.includes(text) ?? false} onSeen={seen.report} />
        ))}
      </StatusMessage>
    </div>
  );
}

/**
 * Scrolls by what the element grows while it is on screen, so that what is below stays under the finger. A notice comes about a second after its answer;
 * if it pushed the next question down, a press meant for one would answer another.
 */
function useStillBelow(element: RefObject<HTMLElement | null>, active: boolean): void {
  const height = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (!active || !element.current) return;
    const { top, height: now } = element.current.getBoundingClientRect();
    const grown = now - (height.current ?? now);
    height.current = now;
    // Above the screen the browser does it.
    if (grown !== 0 && top >= 0 && top < innerHeight) scrollBy({ top: grown, behavior: "instant" });
  });
}

/** `left`: it has to be read before the visit goes on. It counts as seen once its end has been on screen, clear of the button at the lower edge. */
function Notice({ text, left, onSeen }: { text: string; left: boolean; onSeen: (text: string) => void }) {
  const end = useRef<HTMLSpanElement>(null);
  const [report] = useState(() => () => onSeen(text));
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) report();
      },
      { rootMargin: "0px 0px -88px 0px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [report]);
  return (
    <p className={css["notice"]} data-left={left || undefined}>
      <InfoIcon />
      <span>
        <EmergencyText>{text}</EmergencyText>
        <span ref={end} />
      </span>
    </p>
  );
}
