import { QueryClientProvider, useQuery, useIsFetching } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient, queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { settings, marketingUrl } from "#app/settings.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { FollowupHost } from "./followup-host.tsx";
import { LinkedUpsellHost } from "./linked-upsell-host.tsx";
import { useCodeNotice } from "#app/growth/promo/code-news.ts";
import { ReportNotice } from "#app/account/death-report/report-notice.tsx";
import { CodeNoticeSlot } from "#app/growth/promo/code-notice.tsx";
import { PromoSlot } from "#app/growth/promo/promo-slot.tsx";
import { TermsSlot } from "#app/growth/terms/terms-slot.tsx";
import { NotificationBell } from "#app/notifications/bell.tsx";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { useSafety } from "#app/treatment/next-step/use-safety.ts";
import { account } from "#contract/account/calls.ts";
import { TimezoneContext } from "#app/formats/use-dates.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import css from "./dashboard-shell.module.css";
import { LiveUpdates } from "./live-updates.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { ReceiptButton } from "./receipt-button.tsx";
import { TopNavigation, messagesPath, useUnreadCount } from "./top-navigation.tsx";
import { useWaitStage } from "#app/router/use-wait-stage.ts";
import { longWaitText } from "#app/router/page-loading.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Copyright } from "#app/ui/brand/copyright.tsx";

/** The shell around the pages of a patient in care. */
export default function DashboardShell({ children }: { children: ReactNode }) {
  const { token } = useSession();
  return (
    <QueryClientProvider client={queryClient}>
      {/* Another patient on this device sees nothing of the previous one. */}
      <Frame key={tokenPatientId(token)}>{children}</Frame>
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { record } = useSession();
  const { data: user } = useQuery(queryOf(account.user, {}));
  const unread = useUnreadCount();
  // A code that is refused takes its promo with it.
  useCodeNotice();
  const { stopped, panelLeads } = useSafety();
  // Nothing is offered that would be refused.
  const onHold = (user?.deathreportedat ?? null) !== null;
  const state = user?.state ?? record?.state ?? null;
  const firstname = user?.firstname ?? record?.firstname ?? null;
  return (
    <TimezoneContext value={user?.timezone.current ?? settings.brand.timezone}>
      <div className={css["shell"]}>
        <LiveUpdates />
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <header className={css["header"]}>
          <div className={css["bar"]}>
            <a className={css["logo"]} href="/home">
              <BrandLogo />
            </a>
            <TopNavigation messages={messagesPath(state, settings.adminchat)} unread={unread} />
            <div className={css["tools"]}>
              <ReceiptButton />
              <NotificationBell />
              <AccountMenu user={user} firstname={firstname} />
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} className={css["main"]}>
          <OfflineNotice>
            What you typed stays here. The rest will load on its own when you're back online.
          </OfflineNotice>
          {panelLeads !== true && <LongWaitNotice />}
          {onHold ? (
            <ReportNotice firstname={firstname} />
          ) : (
            <>
              {user?.hasfailedtransaction && panelLeads === false && (
                <div className={css["notice"]}>
                  <FailedPaymentBanner user={user} />
                </div>
              )}
              <FollowupHost />
              <LinkedUpsellHost className={css["notice"]} />
              {children}
              {stopped === false && (
                <>
                  <CodeNoticeSlot className={css["offer"]} />
                  <PromoSlot home className={css["offer"]} />
                </>
              )}
            </>
          )}
        </main>
        <DashboardFooter />
        {stopped === false && !onHold && <TermsSlot main="main" />}
      </div>
    </TimezoneContext>
  );
}

/**
 * Shown over the lower edge when parts of a page are still missing after some seconds: what has come can be used meanwhile. The live region stays on the
 * page, so that it is announced.
 */
function LongWaitNotice() {
  const missing = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const stage = useWaitStage(missing);
  return (
    <div aria-live="polite" className={css["wait"]}>
      {stage === "long" && <p className={css["waitText"]}>{longWaitText}</p>}
    </div>
  );
}

function DashboardFooter() {
  const { crisis } = settings.brand;
  return (
    <footer className={css["footer"]}>
      <p>
        <EmergencyText>{`${crisis.emergency} ${crisis.suicide}`}</EmergencyText>
      </p>
      <Cluster gap={5} rowGap={0} justify="middle">
        <Copyright />
        <Cluster
          aria-label="About us"
          as="nav"
          gap={5}
          rowGap={0}
          align="normal"
          justify="middle"
          className={css["footerLinks"]}
        >
          <a href={marketingUrl("/")}>Our website</a>
          <a href="/support">Help Center</a>
          <a href="/contact-us">Contact us</a>
        </Cluster>
      </Cluster>
    </footer>
  );
}
