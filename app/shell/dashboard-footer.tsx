import { marketingUrl, settings } from "#app/api/settings.ts";
import css from "./dashboard-shell.module.css";

export function DashboardFooter() {
  const { name, practice, crisis } = settings.brand;
  return (
    <footer className={css["footer"]}>
      <p>
        {crisis.emergency} {crisis.suicide}
      </p>
      <div className={css["footerRow"]}>
        <span>
          © {new Date().getFullYear()} {practice.name || name}
        </span>
        <nav aria-label="About us" className={css["footerLinks"]}>
          <a href={marketingUrl("/")}>Our website</a>
          <a href="/support">Help Center</a>
          <a href="/contact-us">Contact us</a>
        </nav>
      </div>
    </footer>
  );
}
