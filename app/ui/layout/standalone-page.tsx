import type { ReactNode } from "react";
import { BrandLogo } from "../brand/brand-logo.tsx";
import css from "./standalone-page.module.css";

/** A page without navigation: the logo, which links to `home`, and its content in the middle. */
export function StandalonePage({ home, children }: { home: string; children: ReactNode }) {
  return (
    <div className={css["page"]}>
      <header>
        <a className={css["logo"]} href={home}>
          <BrandLogo />
        </a>
      </header>
      <main className={css["main"]}>{children}</main>
    </div>
  );
}
