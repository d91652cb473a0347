import type { ReactNode } from "react";
import css from "./facts.module.css";

/** What is known of somebody or something: side by side in a box (`strip`), or one below the other (`rows`). */
export const Facts = ({ as, children }: { as: "strip" | "rows"; children: ReactNode }) => (
  <dl className={css[as]}>{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
