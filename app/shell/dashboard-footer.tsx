import { marketingUrl, settings } from "#app/api/settings.ts";
import { CallableText } from "#app/ui/callable-text.tsx";
import { Copyright } from "./copyright.tsx";
import css from "./dashboard-shell.module.css";

export function DashboardFooter() {
  const { crisis } = settings.brand;
  return (
    <footer className={css["footer"]}>
      <p>
        <CallableText>{`${crisis.emergency} ${crisis.suicide}`}</CallableText>
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
