import { LogoutButton } from "#app/sign-out/logout-button.tsx";
import { LinkList } from "#app/ui/data/link-list.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useId } from "react";
import css from "./account-settings.module.css";
import { closeAccountLink, settingsGroups } from "./settings-links.tsx";

/** The settings: one list, each with a page of its own; closing the account comes last. */
export default function AccountSettings() {
  return (
    <Stack gap={6}>
      <Heading>Settings</Heading>
      <div className={css["groups"]}>
        {settingsGroups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      <Cluster gap={5}>
        <LogoutButton />
        <Link href={closeAccountLink.href} standalone>
          {closeAccountLink.title}
        </Link>
      </Cluster>
    </Stack>
  );
}

function Group({ title, pages }: (typeof settingsGroups)[number]) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        {title}
      </h2>
      <Card className={css["card"]}>
        <LinkList pages={pages} compact />
      </Card>
    </Stack>
  );
}
