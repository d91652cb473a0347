import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./target-link.module.css";

/** How to get to another screen: by its address, or where screens have none (the cart), by a click handler. */
export type ScreenTarget = { readonly href: string } | { readonly onClick: () => void };

/** A link or button to another screen, styled as a button. */
export function TargetButton({
  way: target,
  wide = false,
  children,
}: {
  way: ScreenTarget;
  wide?: boolean;
  children: ReactNode;
}) {
  if ("href" in target)
    return (
      <ButtonLink wide={wide} href={target.href}>
        {children}
      </ButtonLink>
    );
  return (
    <Button wide={wide} onClick={target.onClick}>
      {children}
    </Button>
  );
}

/** A link or button to another screen, styled as a link. */
export function TargetLink({ way: target, children }: { way: ScreenTarget; children: ReactNode }) {
  if ("href" in target)
    return (
      <Link standalone href={target.href}>
        {children}
      </Link>
    );
  return (
    <button type="button" className={css["link"]} onClick={target.onClick}>
      {children}
    </button>
  );
}
