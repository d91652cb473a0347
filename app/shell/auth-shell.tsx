import type { ReactNode } from "react";
import { marketingUrl } from "#app/settings.ts";
import { PromoSlot } from "#app/growth/promo/promo-slot.tsx";
import { AuthGarden } from "#app/ui/brand/illustrations/auth-garden.tsx";
import css from "./auth-shell.module.css";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import { Copyright } from "#app/ui/brand/copyright.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";

/** The split page of all account screens: the form on one side, the garden illustration on the other. */
export default function AuthShell({ children }: { children: ReactNode }) {
  return (
    <div className={css["page"]}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={css["side"]}>
        <header className={css["header"]}>
          <a className={css["logo"]} href="/login">
            <BrandLogo />
          </a>
        </header>
        <main id="main" tabIndex={-1} className={css["main"]}>
          <OfflineNotice />
          {children}
          <PromoSlot className={css["offer"]} />
        </main>
        <footer className={css["footer"]}>
          <Copyright />
          <nav aria-label="About us" className={css["links"]}>
            <a href={marketingUrl("/")}>Our website</a>
            <a href={marketingUrl("/contact")}>Contact us</a>
          </nav>
        </footer>
      </div>
      <div className={css["garden"]} aria-hidden="true">
        <AuthGarden />
      </div>
    </div>
  );
}
