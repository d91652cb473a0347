import { FileIcon, HelpIcon, MenuIcon, MessageIcon } from "#app/ui/brand/app-icons.tsx";
import type { SettingsEntry } from "./settings/settings-links.tsx";

/** Links to the other parts of the patient area. */
export const accountLinks: readonly SettingsEntry[] = [
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
    text: "Receipts and letters for your insurer.",
    icon: <FileIcon />,
  },
  { href: "/contact-us", title: "Write to us", text: "A person reads every message.", icon: <MessageIcon /> },
];
