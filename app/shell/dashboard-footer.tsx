import { marketingUrl, settings } from "#app/settings.ts";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { Copyright } from "#app/ui/brand/copyright.tsx";
import css from "./dashboard/dashboard-shell.module.css";

export function DashboardFooter() {
  const { crisis } = settings.brand;
  return (
    <footer className={css["footer"]}>
      <p>
        <EmergencyText>{`${crisis.emergency} ${crisis.suicide}`}</EmergencyText>
      </p>
      <div className={css["footerRow"]}>
        <Copyright />
        <nav aria-label="About us" className={css["footerLinks"]}>
          <a href={marketingUrl("/")}>Our website</a>
          <a href="/support">Help Center</a>
          <a href="/contact-us">Contact us</a>
        </nav>
      </div>
    </footer>
  );
}
