import { type FC, useState } from "react";
import { useUser } from "#app/auth/use-user.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { ChevronRightIcon, UserIcon } from "#app/ui/brand/base-icons.tsx";
import { LockIcon } from "#app/ui/brand/lock-icon.tsx";
import { HelpIcon, LeafIcon, MessageIcon, SendIcon } from "#app/ui/brand/app-icons.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useCart } from "../widget/cart-context.ts";
import { itemCount } from "../widget/cart-lines.ts";
import css from "./account-screen.module.css";
import { useLeaveWidget } from "../widget/use-leave-widget.ts";
import { marketingUrl, settings } from "#app/settings.ts";

/** An entry of the account menu: its target, opened in the top window. */
interface AccountMenuEntry {
  readonly label: string;
  readonly href: string;
  readonly Icon: FC;
}

/** Entries of the cart's account menu (spec §2.3), except log out. */
export const accountMenu: readonly AccountMenuEntry[] = [
  { label: "Profile", href: "/your-account", Icon: UserIcon },
  { label: "Subscriptions", href: "/treatment", Icon: LeafIcon },
  { label: "Messages", href: "/messages", Icon: MessageIcon },
  { label: "Support", href: "/support", Icon: HelpIcon },
  { label: "Contact Us", href: marketingUrl(settings.brand.marketingpages.contact), Icon: SendIcon },
];

/** “1 item”, “3 items”. */
export const itemsText = (count: number): string => (count === 1 ? "1 item" : `${count} items`);

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/** Where the patient can go from here, with their cart first. */
export default function CartAccount() {
  const { widget, state, signOut } = useCart();
  const { leaving, problem, linkProps } = useLeaveWidget();
  const [signOutState, setSignOutState] = useState<"staying" | "busy" | { readonly problem: string }>("staying");
  const { lines } = state.storedCart;
  const problemText = typeof signOutState === "object" ? signOutState.problem : problem;

  const logOut = () => {
    setSignOutState("busy");
    signOut().catch((error: unknown) => setSignOutState({ problem: errorMessage(error) }));
  };
  return (
    <Stack>
      <Greeting />
      {lines.length > 0 && (
        <Card tone="accent" gap={4}>
          <p className={css["items"]}>Your cart has {itemsText(itemCount(lines))}</p>
          <Button wide onClick={() => widget.show("shipping")}>
            Continue to checkout
          </Button>
        </Card>
      )}
      {problemText && (
        <div ref={scrollIntoView}>
          <Alert tone="warning">{problemText}</Alert>
        </div>
      )}
      <ul className={css["menu"]}>
        {accountMenu.map(({ label, href, Icon }) => (
          <li key={href}>
            <a {...linkProps(href)} className={css["entry"]}>
              <Icon />
              <span className={css["label"]}>{label}</span>
              {leaving === href ? <Spinner /> : <ChevronRightIcon />}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={css["entry"]}
            aria-disabled={signOutState === "busy" || undefined}
            aria-busy={signOutState === "busy" || undefined}
            onClick={signOutState === "busy" ? undefined : logOut}
          >
            <LockIcon />
            <span className={css["label"]}>{signOutState === "busy" ? "Logging out" : "Log Out"}</span>
            {signOutState === "busy" && <Spinner />}
          </button>
        </li>
      </ul>
      <output className="visually-hidden">
        {signOutState === "busy" ? "Logging out" : leaving !== null && "One moment, we'll take you there."}
      </output>
    </Stack>
  );
}

function Greeting() {
  const user = useUser();
  const name = user.data?.firstname;
  return (
    <>
      {/* Nothing below may move when the name arrives: the patient may be about to press it. */}
      <Heading>{name ? `Hello, ${name}` : "Hello"}</Heading>
      {user.isError && (
        <Alert
          tone="warning"
          actions={
            <Button
              variant="secondary"
              busy={user.isFetching}
              busyLabel="Trying again"
              onClick={() => void user.refetch()}
            >
              Try again
            </Button>
          }
        >
          We couldn't load your name. Everything below still works.
        </Alert>
      )}
    </>
  );
}
