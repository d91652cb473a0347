import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { Progress } from "#app/ui/data/progress.tsx";
import { settings } from "#app/settings.ts";
import { moveFocusTo } from "#app/ui/focus.ts";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { cx } from "#app/ui/cx.ts";
import css from "./step-frame.module.css";

/**
 * A screen of the visit: Back, progress, heading (focused when the screen appears), content, and an aside on wide pages. Give it a `key`
 * per screen.
 */
export function StepFrame({
  view,
  progress = view?.progress ?? 0,
  back,
  eyebrow,
  title,
  lead,
  aside,
  wide = false,
  emergency = null,
  children,
}: {
  view?: Pick<StepView, "progress" | "minutesleft"> | undefined;
  /** 0 to 1 over the whole visit. */
  progress?: number | undefined;
  back: string | null;
  eyebrow?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  wide?: boolean | undefined;
  /** Whom to turn to in an emergency; shown above everything else. */
  emergency?: Emergency | null | undefined;
  children: ReactNode;
}) {
  // oxlint-disable-next-line formats/cents-at-home -- a share as a percentage
  const percent = Math.round(progress * 100);
  const { direction, goBack } = useStepDirection();
  return (
    <Stack gap={6} className={css[wide || aside ? "wide" : "frame"]}>
      {emergency && <EmergencyPanel emergency={emergency} />}
      <div className={css["top"]}>
        {back && (
          <Link href={back} className={css["backLink"]} onClick={goBack}>
            <ArrowLeftIcon />
            Back
          </Link>
        )}
        <div className={css["progress"]}>
          <Progress value={percent} max={100} label="Your progress" />
        </div>
        {view && <p className={css["left"]}>{minutesLeft(view.minutesleft)}</p>}
        <StatusMessage>{percent} percent done</StatusMessage>
      </div>
      <div className={cx(aside ? css["columns"] : undefined, direction && css[direction])}>
        <Stack gap={6}>
          <Stack as="header" gap={3}>
            {eyebrow && <p className={css["eyebrow"]}>{eyebrow}</p>}
            <h1 ref={focusAndScrollTop} tabIndex={-1} className={css["title"]}>
              {title}
            </h1>
            {lead && (
              <p className={css["lead"]}>{typeof lead === "string" ? <EmergencyText>{lead}</EmergencyText> : lead}</p>
            )}
          </Stack>
          {children}
          <CallOrText />
        </Stack>
        {aside && (
          <Stack as="aside" className={css["aside"]}>
            {aside}
          </Stack>
        )}
      </div>
    </Stack>
  );
}

const minutesLeft = (minutes: number) => (minutes === 1 ? "About a minute left" : `About ${minutes} minutes left`);

/** The button that leads on: always in reach, at the end of the screen. */
export function StepActions({ children }: { children: ReactNode }) {
  return <div className={css["actions"]}>{children}</div>;
}

/** A person to ask, without leaving the visit. */
function CallOrText() {
  const { supportphone, supporthours } = settings.brand;
  return (
    <p className={css["ask"]}>
      Questions? <a href={`tel:${supportphone}`}>Call</a> or <a href={`sms:${supportphone}`}>text</a> us at{" "}
      {supportphone}, {supporthours}.
    </p>
  );
}

/** The focused element is gone with the previous screen. */
function focusAndScrollTop(title: HTMLElement | null) {
  if (!title) return;
  moveFocusTo(title);
  scrollTo({ top: 0 });
}

/** Where a screen of the visit comes in from: forward from the right, back from the left; null for the first. */
type StepDirection = "forward" | "back" | null;

let shownBefore = false;
let goesBack = false;
const goBack = () => void (goesBack = true);

// The browser's own button leads back, too.
if (typeof addEventListener === "function") addEventListener("popstate", goBack);

const upcoming = (): StepDirection => (shownBefore ? (goesBack ? "back" : "forward") : null);

/** The direction of this screen, and what to call where its Back is pressed. */
function useStepDirection(): { readonly direction: StepDirection; readonly goBack: () => void } {
  const [direction] = useState(upcoming);
  useEffect(() => {
    shownBefore = true;
    goesBack = false;
  }, []);
  return { direction, goBack };
}
