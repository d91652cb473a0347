import { Component, createRef, type ReactNode, useEffect, useRef, useState } from "react";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { InfoIcon } from "#app/ui/brand/base-icons.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import css from "./answer-notice-list.module.css";
import { useAnsweredStep } from "./answered-step.ts";
import type { SeenNotices } from "./use-answer-notices.ts";

/**
 * Notices beside what they are about: announced when they appear, and the focus doesn't move. `amongQuestions`: what follows, a question
 * or the button, stays where it is.
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
  return (
    <StillBelow active={amongQuestions}>
      <StatusMessage visible>
        {notices.map(({ text }) => (
          <Notice key={text} text={text} left={left?.includes(text) ?? false} onSeen={seen.report} />
        ))}
      </StatusMessage>
    </StillBelow>
  );
}

/**
 * Scrolls by what its content grows while it is on screen, so that what is below stays under the finger. A notice comes about a second after its answer;
 * if it pushed the next question down, a press meant for one would answer another. Hooks can't measure the page before a change.
 */
class StillBelow extends Component<{ active: boolean; children: ReactNode }> {
  box = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate() {
    return this.box.current?.getBoundingClientRect() ?? null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: DOMRect | null) {
    const after = this.box.current?.getBoundingClientRect();
    if (!this.props.active || !before || !after || before.height === after.height) return;
    // Above the screen the browser does it.
    if (before.bottom >= 0 && before.bottom < innerHeight)
      scrollBy({ top: after.bottom - before.bottom, behavior: "instant" });
  }

  override render() {
    return (
      <div ref={this.box} className={css["notices"]}>
        {this.props.children}
      </div>
    );
  }
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
