import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { type ReactNode, useRef } from "react";
import { CheckIcon, UserIcon } from "#app/ui/brand/base-icons.tsx";
import {
  CalendarIcon,
  CardIcon,
  FileIcon,
  LeafIcon,
  MessageIcon,
  PackageIcon,
  StarIcon,
} from "#app/ui/brand/app-icons.tsx";
import { serverClock } from "#app/api/server-clock.ts";
import { moveFocusTo } from "#app/ui/focus.ts";
import type { Notification } from "#contract/notifications.ts";
import { useDates } from "#app/formats/use-dates.ts";
import css from "./notification-item.module.css";

const icons: Readonly<Record<Notification["kind"], () => ReactNode>> = {
  message: MessageIcon,
  order: PackageIcon,
  subscription: CalendarIcon,
  payment: CardIcon,
  treatment: LeafIcon,
  document: FileIcon,
  account: UserIcon,
  offer: StarIcon,
};

/** One notification; all of it links to its subject. */
export function NotificationItem({
  item: { kind, title, description, href, timestampcreated, timestampread },
  onFollow,
  onRead,
}: {
  item: Notification;
  onFollow: () => void;
  onRead: () => void;
}) {
  const { timeAgo, longDay } = useDates();
  const ref = useRef<HTMLLIElement>(null);
  const Icon = icons[kind];
  const unread = timestampread === null;
  return (
    <li ref={ref} className={css["item"]} data-unread={unread || undefined}>
      <span className={css["icon"]}>
        <Icon />
      </span>
      <Stack gap={1} className={css["words"]}>
        <h4 className={css["title"]}>
          {href ? (
            <a href={href} className={css["link"]} onClick={onFollow}>
              {title}
            </a>
          ) : (
            title
          )}
        </h4>
        <p>{description}</p>
        <Cluster as="p" rowGap={1} className={css["foot"]}>
          <time dateTime={timestampcreated}>
            {timeAgo(timestampcreated, serverClock.now())}
            <span className="visually-hidden">, </span>
            <span className="visually-hidden">{longDay(timestampcreated)}</span>
          </time>
          {unread && <span className={css["new"]}>New</span>}
        </Cluster>
      </Stack>
      {unread && (
        <button
          type="button"
          className={css["read"]}
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          onClick={() => {
            onRead();
            moveFocusTo(ref.current);
          }}
        >
          <CheckIcon />
        </button>
      )}
    </li>
  );
}
