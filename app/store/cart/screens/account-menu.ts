import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import type { FC } from "react";
import { marketingUrl, settings } from "#app/settings.ts";
import { HelpIcon, LeafIcon, MessageIcon, SendIcon } from "#app/ui/brand/app-icons.tsx";

/** An entry of the account menu: its target, opened in the top window. */
export interface AccountMenuEntry {
  readonly label: string;
  readonly href: string;
  readonly Icon: FC;
}

/** Entries of the cart's account menu (spec §2.3), except log out. */
export const accountMenu: readonly AccountMenuEntry[] = [
  { label: "Profile", href: "/your-account", Icon: UserIcon },
  { label: "Subscriptions", href: "/treatment", Icon: LeafIcon },
  { label: "Messages", href: "/messages", Icon: MessageIcon },
  { label: "Support", href: "/support", Icon: HelpIcon },
  { label: "Contact Us", href: marketingUrl(settings.brand.marketingpages.contact), Icon: SendIcon },
];

/** “1 item”, “3 items”. */
export const itemsText = (count: number): string => (count === 1 ? "1 item" : `${count} items`);
