import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { normalizePath } from "#app/browser/urls.ts";
import { CountBadge } from "#app/ui/data/badge.tsx";
import { HelpIcon, HomeIcon, LeafIcon, MessageIcon, ShareIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./top-navigation.module.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { messages } from "#contract/messages/calls.ts";

/** The five pages of the dashboard: along the top, or along the bottom edge of a phone. */
export function TopNavigation({ messages, unread }: { messages: string; unread: number }) {
  return (
    <nav aria-label="Main" className={css["nav"]}>
      <ul className={css["list"]}>
        <NavigationItem href="/home" section="/home" icon={<HomeIcon />} label="Home" />
        <NavigationItem href="/treatment" section="/treatment" icon={<LeafIcon />} label="Treatment" />
        <NavigationItem
          href={messages}
          section="/messages"
          icon={<MessageIcon />}
          label="Messages"
          count={unread}
          countLabel={unread === 1 ? "unread message" : "unread messages"}
        />
        <NavigationItem href="/support" section="/support" icon={<HelpIcon />} label="Support" />
        <NavigationItem href="/referral" section="/referral" icon={<ShareIcon />} label="Share" />
      </ul>
    </nav>
  );
}

function NavigationItem(props: {
  href: string;
  section: string;
  icon: ReactNode;
  label: string;
  /** Shown at the icon, and announced after the label with what is `counted`. */
  count?: number;
  countLabel?: string;
}) {
  const { count = 0, countLabel = "" } = props;
  const [location] = useLocation();
  const path = normalizePath(location);
  const isCurrent = path === props.section || path.startsWith(`${props.section}/`);
  return (
    <li>
      <a href={props.href} className={css["entry"]} aria-current={isCurrent ? "page" : undefined}>
        <span className={css["icon"]} aria-hidden="true">
          {props.icon}
          <CountBadge count={count} label={countLabel} />
        </span>
        {props.label}
        {count > 0 && <span className="visually-hidden">{` ${count} ${countLabel}`}</span>}
      </a>
    </li>
  );
}

/** Path of Messages: the list where the patient's state has the patient-services chat, else the doctor's conversation (spec §2.1, §6). */
export function messagesPath(state: string | null, adminChatStates: readonly string[]): string {
  return state !== null && adminChatStates.includes(state) ? "/messages" : "/messages/doctor";
}

/** The query for the number of unread messages. A token that cannot be read names no patient: nothing is requested then. */
export const unreadCountQuery = (token: string | null) => {
  const patientId = tokenPatientId(token);
  return queryOptions({ ...queryOf(messages.unreadCount, { params: { patientId } }), enabled: patientId !== "" });
};

/** Number of unread messages in all the patient's conversations; 0 while that is unknown. */
export function useUnreadCount(): number {
  const { token } = useSession();
  return useQuery(unreadCountQuery(token)).data?.unreadcount ?? 0;
}
