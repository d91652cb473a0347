import { Stack } from "#app/ui/layout/stack.tsx";
import { Measurement } from "#app/growth/tracking/measurement-settings.tsx";
import { EmailPreferences } from "#app/notifications/email-preferences.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import css from "./account-settings.module.css";
import { LinkList } from "#app/ui/data/link-list.tsx";
import { AppearanceSettings } from "./appearance-settings.tsx";
import { settingsPages } from "./settings-links.tsx";

/** Links to the five settings pages, email preferences, light or dark, and what is shared about orders. */
export default function AccountSettings() {
  return (
    <Stack gap={6} align="start" className={css["page"]}>
      <Heading lead="How you pay, where we send your orders and how we reach you.">Account settings</Heading>
      <Card className={css["card"]}>
        <LinkList pages={settingsPages} />
      </Card>
      <EmailPreferences />
      <AppearanceSettings />
      <Measurement />
      <Link href="/your-account" standalone>
        Your name, picture and password
      </Link>
      <Link href="/account-settings/close-account" standalone>
        Close your account
      </Link>
    </Stack>
  );
}
