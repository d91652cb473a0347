import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { normalizePath } from "#app/browser/urls.ts";
import { Heading } from "#app/ui/layout/heading.tsx";
import { ArrowLeftIcon, CloseIcon } from "#app/ui/brand/base-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./settings-page.module.css";
import { closeAccountLink, settingsGroups } from "./settings-links.tsx";

/** Layout of a settings page: links to the others beside it, or on a phone the way back to all of them. */
export function SettingsPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className={css["page"]}>
      <Link href="/account-settings" standalone className={css["back"]}>
        <ArrowLeftIcon />
        Settings
      </Link>
      <SettingsNavigation />
      <Stack gap={6} className={css["main"]}>
        <Heading lead={lead}>{title}</Heading>
        {children}
      </Stack>
    </div>
  );
}

function SettingsNavigation() {
  const [location] = useLocation();
  const currentPath = normalizePath(location);
  return (
    <nav aria-label="Settings" className={css["side"]}>
      <Stack as="ul" gap={1}>
        {settingsGroups.flatMap(({ pages }) =>
          pages.map(({ href, title, icon }) => (
            <li key={href}>
              <a href={href} className={css["entry"]} aria-current={currentPath === href ? "page" : undefined}>
                {icon}
                {title}
              </a>
            </li>
          )),
        )}
        <li>
          <a
            href={closeAccountLink.href}
            className={css["entry"]}
            aria-current={currentPath === closeAccountLink.href ? "page" : undefined}
          >
            <CloseIcon />
            {closeAccountLink.title}
          </a>
        </li>
      </Stack>
    </nav>
  );
}
