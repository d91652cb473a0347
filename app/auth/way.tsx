import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import css from "./way.module.css";

/** How to get to another screen: by its address, or where screens have none (the cart), by what a press does. */
export type Way = { readonly href: string } | { readonly onClick: () => void };

/** A way that looks like a button. */
export function WayButton({ way, wide = false, children }: { way: Way; wide?: boolean; children: ReactNode }) {
  if ("href" in way)
    return (
      <ButtonLink wide={wide} href={way.href}>
        {children}
      </ButtonLink>
    );
  return (
    <Button wide={wide} onClick={way.onClick}>
      {children}
    </Button>
  );
}

/** A way that looks like a link. */
export function WayLink({ way, children }: { way: Way; children: ReactNode }) {
  if ("href" in way)
    return (
      <Link standalone href={way.href}>
        {children}
      </Link>
    );
  return (
    <button type="button" className={css["link"]} onClick={way.onClick}>
      {children}
    </button>
  );
}
