import type { LinkListEntry } from "#app/ui/data/link-list.tsx";
import {
  CardIcon,
  FileIcon,
  LockIcon,
  MessageIcon,
  PackageIcon,
  HelpIcon,
  MenuIcon,
} from "#app/ui/brand/app-icons.tsx";

/** The pages below /account-settings (spec §2.1). */
export const settingsPages: readonly LinkListEntry[] = [
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
    text: "The address for your card.",
    icon: <FileIcon />,
  },
  { href: "/account-settings/email", title: "Email", text: "Where we send updates.", icon: <MessageIcon /> },
  {
    href: "/account-settings/identity-verification",
    title: "Identity check",
    text: "So no one else gets medicine in your name.",
    icon: <LockIcon />,
  },
];

/** Links to the other parts of the patient area. */
export const accountLinks: readonly LinkListEntry[] = [
  {
    href: "/account-settings",
    title: "Account settings",
    text: "Card, addresses, email and identity check.",
    icon: <MenuIcon />,
  },
  {
    href: "/medical-information",
    title: "Medical information",
    text: "Your answers, and how to change them.",
    icon: <HelpIcon />,
  },
  {
    href: "/insurance-documents",
    title: "Insurance documents",
    text: "Receipts and letters for your insurance.",
    icon: <FileIcon />,
  },
  { href: "/contact-us", title: "Contact us", text: "A person reads every message.", icon: <MessageIcon /> },
];
