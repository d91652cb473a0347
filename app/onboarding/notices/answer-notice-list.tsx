import { useEffect, useRef, useState } from "react";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { InfoIcon } from "#app/ui/brand/base-icons.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import css from "./answer-notice-list.module.css";
import { useAnsweredStep } from "./answered-step.ts";
import type { SeenNotices } from "./use-answer-notices.ts";

/** Notices beside what they are about: announced when they appear, and neither the focus nor the page moves. */
export function AnswerNoticeList({ notices, seen }: { notices: readonly AnswerNotice[]; seen: SeenNotices }) {
  const left = useAnsweredStep()?.notices.map(({ text }) => text);
  return (
    <StatusMessage visible>
      {notices.map(({ text }) => (
        <Notice key={text} text={text} left={left?.includes(text) ?? false} onSeen={seen.report} />
      ))}
    </StatusMessage>
  );
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
