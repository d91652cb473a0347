import { Suspense, useState } from "react";
import { Avatar } from "#app/account/profile/avatar.tsx";
import { signOut } from "#app/sign-out/sign-out.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { ChevronDownIcon, UserIcon } from "#app/ui/brand/base-icons.tsx";
import { FileIcon, HelpIcon } from "#app/ui/brand/app-icons.tsx";
import { Menu } from "#app/ui/actions/menu.tsx";
import type { User } from "#contract/account/profile.ts";
import css from "./dashboard-shell.module.css";

const LogoutDialog = lazyRoute(() => import("#app/sign-out/logout-dialog.tsx")).Part;

/** The patient's account pages, and log out. `firstname` is known before the rest of the user. */
export function AccountMenu({ user, firstname }: { user: User | undefined; firstname: string | null }) {
  const [confirming, setConfirming] = useState<boolean | null>(null);
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={css["account"]}>
            <Avatar user={user ?? { firstname, lastname: null, profileUrl: null }} />
            <span className="visually-hidden">{firstname ? `Account of ${firstname}` : "Account"}</span>
            <span className={css["name"]} aria-hidden="true">
              {firstname}
            </span>
            <ChevronDownIcon />
          </button>
        }
        header={firstname ? `Hello, ${firstname}` : undefined}
        items={[
          { label: "Your Account", href: "/your-account", icon: <UserIcon /> },
          { label: "Medical Information", href: "/medical-information", icon: <HelpIcon /> },
          { label: "Insurance Documents", href: "/insurance-documents", icon: <FileIcon /> },
          { label: "Logout", onSelect: () => setConfirming(true), hasDivider: true },
        ]}
      />
      {confirming !== null && (
        <Suspense fallback={null}>
          <LogoutDialog open={confirming} onOpenChange={setConfirming} onConfirm={signOut} />
        </Suspense>
      )}
    </>
  );
}
