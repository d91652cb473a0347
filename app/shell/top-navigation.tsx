import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { plainPath } from "#app/router/paths.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { HelpIcon, HomeIcon, LeafIcon, MessageIcon, ShareIcon } from "#app/ui/thing-icons.tsx";
import css from "./top-navigation.module.css";

/** The five places of the dashboard: along the top, or along the bottom edge of a phone. */
export function TopNavigation({ messages, unread }: { messages: string; unread: number }) {
  return (
    <nav aria-label="Main" className={css["nav"]}>
      <ul className={css["list"]}>
        <Entry href="/home" section="/home" icon={<HomeIcon />} label="Home" />
        <Entry href="/treatment" section="/treatment" icon={<LeafIcon />} label="Treatment" />
        <Entry
          href={messages}
          section="/messages"
          icon={<MessageIcon />}
          label="Messages"
          count={unread}
          counted={unread === 1 ? "unread message" : "unread messages"}
        />
        <Entry href="/support" section="/support" icon={<HelpIcon />} label="Support" />
        <Entry href="/referral" section="/referral" icon={<ShareIcon />} label="Share" />
      </ul>
    </nav>
  );
}

function Entry(props: {
  href: string;
  section: string;
  icon: ReactNode;
  label: string;
  /** Shown at the icon, and said after the label with what is `counted`. */
  count?: number;
  counted?: string;
}) {
  const { count = 0, counted = "" } = props;
  const [location] = useLocation();
  const path = plainPath(location);
  const here = path === props.section || path.startsWith(`${props.section}/`);
  return (
    <li>
      <a href={props.href} className={css["entry"]} aria-current={here ? "page" : undefined}>
        <span className={css["icon"]} aria-hidden="true">
          {props.icon}
          <CountBadge count={count} label={counted} />
        </span>
        {props.label}
        {count > 0 && <span className="visually-hidden">{` ${count} ${counted}`}</span>}
      </a>
    </li>
  );
}
