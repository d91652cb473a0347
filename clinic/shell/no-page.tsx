import { useMember } from "#clinic/session/current.ts";
import { Page } from "#clinic/ui/page.tsx";
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";

export function ForbiddenPage() {
  const { roles } = useMember();
  return (
    <Page title="This page isn’t part of your role">
      <p>
        You’re signed in as {namesOfRoles(roles)}. If your work needs this page, ask an administrator to change your
        roles.
      </p>
    </Page>
  );
}

export const UnknownPage = () => (
  <Page title="There’s no page here">
    <p>
      Check the address, or <a href="/clinic">start from the beginning</a>.
    </p>
  </Page>
);
