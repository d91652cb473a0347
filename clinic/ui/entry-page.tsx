import type { ReactNode } from "react";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import css from "./entry-page.module.css";
import { focusFirst } from "./focus.ts";

/** A page before somebody is in: the practice's name, one heading, one thing to do. */
export function EntryPage({
  title,
  lead,
  foot,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css["entry"]}>
      <header className={css["brand"]}>
        <BrandLogo />
        <span className={css["app"]}>Staff</span>
      </header>
      <main ref={focusFirst} className={css["card"]}>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={css["lead"]}>{lead}</p>}
        <div className={css["body"]}>{children}</div>
      </main>
      {foot && <footer className={css["foot"]}>{foot}</footer>}
    </div>
  );
}
