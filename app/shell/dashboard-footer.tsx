import { Cluster } from "#app/ui/layout/cluster.tsx";
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
