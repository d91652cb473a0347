import type { LinkListEntry } from "#app/ui/data/link-list.tsx";
import { UserIcon } from "#app/ui/brand/base-icons.tsx";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import {
  BellIcon,
  CardIcon,
  FileIcon,
  IdIcon,
  MessageIcon,
  MoonIcon,
  PackageIcon,
  ShareIcon,
  UsersIcon,
} from "#app/ui/brand/app-icons.tsx";

interface SettingsGroup {
  readonly title: string;
  readonly pages: readonly LinkListEntry[];
}

/** Every page of the settings; `/your-account` is their profile part (spec §2.1). */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: "You",
    pages: [
      { href: "/your-account", title: "Profile", text: "Name, picture and phone", icon: <UserIcon /> },
      {
        href: "/account-settings/password",
        title: "Password and devices",
        text: "Where you're logged in",
        icon: <LockIcon />,
      },
      {
        href: "/account-settings/helpers",
        title: "Helpers",
        text: "People you trust, with their own login",
        icon: <UsersIcon />,
      },
      { href: "/account-settings/email", title: "Email", text: "Where we send updates", icon: <MessageIcon /> },
      {
        href: "/account-settings/language",
        title: "Language and labels",
        text: "Interpreter, large print, easy-open caps",
        icon: <IdIcon />,
      },
    ],
  },
  {
    title: "Your orders",
    pages: [
      { href: "/account-settings/billing-details", title: "Card", text: "How you pay", icon: <CardIcon /> },
      {
        href: "/account-settings/shipping-address",
        title: "Shipping address",
        text: "Where your orders go",
        icon: <PackageIcon />,
      },
      {
        href: "/account-settings/billing-address",
        title: "Billing address",
        text: "The address for your card",
        icon: <FileIcon />,
      },
      {
        href: "/account-settings/identity-verification",
        title: "Identity check",
        text: "So we know it's you",
        icon: <IdIcon />,
      },
    ],
  },
  {
    title: "This app",
    pages: [
      {
        href: "/account-settings/emails",
        title: "Emails you get",
        text: "Which emails we’ll send you",
        icon: <BellIcon />,
      },
      {
        href: "/account-settings/appearance",
        title: "Light or dark",
        text: "Day and night colors",
        icon: <MoonIcon />,
      },
      { href: "/account-settings/sharing", title: "What we share", text: "Only what you allow", icon: <LockIcon /> },
      {
        href: "/account-settings/requests",
        title: "Your record",
        text: "Correct it, or ask who saw it",
        icon: <FileIcon />,
      },
      {
        href: "/account-settings/share",
        title: "Share with another doctor",
        text: "A code that works once",
        icon: <ShareIcon />,
      },
    ],
  },
];

export const closeAccountLink = { href: "/account-settings/close-account", title: "Close your account" };
