import type { ReactNode } from "react";
import { CardIcon, FileIcon, LockIcon, MessageIcon, PackageIcon } from "#app/ui/brand/app-icons.tsx";

export interface SettingsEntry {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
}

/** The pages below /account-settings (spec §2.1). */
export const settingsPages: readonly SettingsEntry[] = [
  {
    href: "/account-settings/billing-details",
    title: "Billing details",
    text: "The card you pay with.",
    icon: <CardIcon />,
  },
  {
    href: "/account-settings/shipping-address",
    title: "Shipping address",
    text: "Where your orders go.",
    icon: <PackageIcon />,
  },
  {
    href: "/account-settings/billing-address",
    title: "Billing address",
    text: "The address of your card.",
    icon: <FileIcon />,
  },
  { href: "/account-settings/email", title: "Email", text: "Where our news reaches you.", icon: <MessageIcon /> },
  {
    href: "/account-settings/identity-verification",
    title: "Identity check",
    text: "So that nobody else gets medicine in your name.",
    icon: <LockIcon />,
  },
];
