import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient, queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { FollowupHost } from "./followup-host.tsx";
import { LinkedUpsellHost } from "./linked-upsell-host.tsx";
import { useCodeNotice } from "#app/growth/promo/code-news.ts";
import { CodeNoticeSlot } from "#app/growth/promo/code-notice.tsx";
import { PromoSlot } from "#app/growth/promo/promo-slot.tsx";
import { TermsSlot } from "#app/growth/terms/terms-slot.tsx";
import { NotificationBell } from "#app/notifications/bell.tsx";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { useSafety } from "#app/treatment/overview/use-safety.ts";
import { account } from "#contract/account/calls.ts";
import { AccountMenu } from "./account-menu.tsx";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import css from "./dashboard-shell.module.css";
import { DashboardFooter } from "../dashboard-footer.tsx";
import { LiveUpdates } from "./live-updates.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { ReceiptButton } from "./receipt-button.tsx";
import { TopNavigation, messagesPath, useUnreadCount } from "./top-navigation.tsx";
import { LongWaitNotice } from "../wait-notice.tsx";

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
  const state = user?.state ?? record?.state ?? null;
  const firstname = user?.firstname ?? record?.firstname ?? null;
  return (
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
        <OfflineNotice>What you typed stays here. The rest will load on its own when you're back online.</OfflineNotice>
        {panelLeads !== true && <LongWaitNotice />}
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
      </main>
      <DashboardFooter />
      {stopped === false && <TermsSlot main="main" />}
    </div>
  );
}
