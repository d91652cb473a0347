import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { ExternalIcon } from "../brand/base-icons.tsx";
import css from "./link.module.css";

/** `standalone` gives a link outside running text its full touch target. `external` opens a new tab and says so. */
export function Link({
  standalone = false,
  external = false,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & { href: string; standalone?: boolean | undefined; external?: boolean | undefined }) {
  return (
    <a
      {...rest}
      {...(external && { target: "_blank", rel: "noopener noreferrer" })}
      className={cx(css["link"], standalone && css["standalone"], className)}
    >
      {children}
      {external && (
        <>
          <ExternalIcon />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </>
      )}
    </a>
  );
}
