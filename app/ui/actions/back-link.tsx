import type { ReactNode } from "react";
import { ArrowLeftIcon } from "../brand/base-icons.tsx";
import { Link } from "./link.tsx";
import css from "./back-link.module.css";

/** Back link above a page heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link standalone href={href} className={css["back"]}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
