import type { ReactNode } from "react";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./back-link.module.css";

/** The way back, above a heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link standalone href={href} className={css["back"]}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
