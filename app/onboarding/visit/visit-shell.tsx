import { Cluster } from "#app/ui/layout/cluster.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { queryClient } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { useCodeNotice } from "#app/growth/promo/code-news.ts";
import { CodeNoticeSlot } from "#app/growth/promo/code-notice.tsx";
import { FriendWelcomeSlot } from "#app/growth/referral/friend-welcome-slot.tsx";
import { PromoSlot } from "#app/growth/promo/promo-slot.tsx";
import { TermsSlot } from "#app/growth/terms/terms-slot.tsx";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { InterstitialHost } from "../flow/interstitial-host.tsx";
import { useAnsweredStep } from "../notices/answered-step.ts";
import { EmergencyPage } from "./emergency-page.tsx";
import css from "./visit-shell.module.css";
import { useOnboardingRecord } from "../flow/queries.ts";
import { StepError, StepSkeleton } from "../flow/step-page.tsx";
import { StoppedVisitPage } from "../screening/stopped-visit-page.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useOnline } from "#app/browser/use-online.ts";

const ExitDialogs = lazy(() => import("./exit-dialogs.tsx"));
const FlowSwitcher = lazy(() => import("./flow-switcher.tsx"));

/** Layout of the visit's pages: header with quit and log out, notices, interstitials, a stopped visit. */
export default function VisitShell({ children }: { children: ReactNode }) {
  const { emergency, suicide } = settings.brand.crisis;
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip-link" href="#visit">
        Skip to content
      </a>
      <InterstitialHost>
        <div className={css["shell"]}>
          <VisitHeader />
          <OfflineBanner />
          <main id="visit" tabIndex={-1} className={css["main"]}>
            <Suspense fallback={<StepSkeleton />}>
              <VisitContent>{children}</VisitContent>
            </Suspense>
            <Offers />
          </main>
          <footer className={css["footer"]}>
            <EmergencyText>{`${emergency} ${suicide}`}</EmergencyText>
          </footer>
          <TermsSlot main="visit" />
        </div>
      </InterstitialHost>
    </QueryClientProvider>
  );
}

/**
 * The promo, the friend's reward and the codes the patient came with, after the step: arriving late, they would move it. Nothing is offered beside a
 * stop or an emergency.
 */
function Offers() {
  const [path] = useLocation();
  // A code that is refused takes its promo with it.
  useCodeNotice();
  const { record } = useSession();
  const answered = useAnsweredStep();
  if (record?.stop || answered?.emergency) return null;
  return (
    <>
      <CodeNoticeSlot className={css["offer"]} />
      {path !== "/checkout" && <PromoSlot className={css["offer"]} />}
      <Suspense fallback={null}>
        <FriendWelcomeSlot optional className={css["offer"]} />
      </Suspense>
    </>
  );
}

function VisitHeader() {
  const [exitKind, setExitKind] = useState<"quit" | "logout" | null>(null);
  const [dialogLoaded, setDialogLoaded] = useState(false);
  /** The opener to return the focus to: if the step loads before the dialog, it takes the focus. */
  const opener = useRef<HTMLElement>(null);
  const openExitDialog = (what: "quit" | "logout") => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setDialogLoaded(true);
    setExitKind(what);
  };
  return (
    <header className={css["header"]}>
      <BrandLogo />
      <Cluster gap={1} align="normal">
        <Button variant="quiet" onClick={openExitDialog("quit")}>
          Quit
        </Button>
        <Button variant="quiet" onClick={openExitDialog("logout")}>
          Log out
        </Button>
      </Cluster>
      {dialogLoaded && (
        <Suspense fallback={null}>
          <ExitDialogs exitKind={exitKind} opener={opener} onStay={() => setExitKind(null)} />
        </Suspense>
      )}
    </header>
  );
}

function VisitContent({ children }: { children: ReactNode }) {
  const { record, query } = useOnboardingRecord();
  const search = new URLSearchParams(useSearch());
  const answered = useAnsweredStep();

  if (!record && query.isError)
    return <StepError error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  if (!record) return <StepSkeleton />;
  if (record.stop) return <StoppedVisitPage stop={record.stop} emergency={answered?.emergency} />;
  if (answered?.emergency) return <EmergencyPage {...answered} emergency={answered.emergency} />;
  return (
    <>
      {search.get("flow_switcher") === "true" && (
        <Suspense fallback={null}>
          <FlowSwitcher record={record} />
        </Suspense>
      )}
      {children}
    </>
  );
}

function OfflineBanner() {
  const online = useOnline();
  return (
    <div aria-live="polite">
      {!online && (
        <Banner tone="danger" label="Connection">
          You're offline; your answers are kept here and sent when you are back.
        </Banner>
      )}
    </div>
  );
}
