import { lazy, Suspense, useState } from "react";
import { signOut } from "#app/auth/sign-out.ts";
import { ChevronDownIcon, FileIcon, HelpIcon, UserIcon } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/menu.tsx";
import css from "./dashboard-shell.module.css";

const LogoutDialog = lazy(() => import("./logout-dialog.tsx"));

/** Her own pages, and the way out. */
export function AccountMenu({ firstname }: { firstname: string | null }) {
  const [asking, setAsking] = useState<boolean | null>(null);
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={css["tool"]} aria-label={firstname ? `Account of ${firstname}` : "Account"}>
            <UserIcon />
            {firstname && <span className={css["name"]}>{firstname}</span>}
            <ChevronDownIcon />
          </button>
        }
        header={firstname ? `Hello, ${firstname}` : undefined}
        items={[
          { label: "Your Account", href: "/your-account", icon: <UserIcon /> },
          { label: "Medical Information", href: "/medical-information", icon: <HelpIcon /> },
          { label: "Insurance Documents", href: "/insurance-documents", icon: <FileIcon /> },
          { label: "Logout", onSelect: () => setAsking(true), apart: true },
        ]}
      />
      {asking !== null && (
        <Suspense fallback={null}>
          <LogoutDialog open={asking} onOpenChange={setAsking} onConfirm={signOut} />
        </Suspense>
      )}
    </>
  );
}
