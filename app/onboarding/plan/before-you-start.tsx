import { Alert } from "#app/ui/feedback/alert.tsx";
import { CheckIcon, ChevronRightIcon, InfoIcon } from "#app/ui/brand/base-icons.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { ReadingSheetProps } from "./before-you-start-sheet.tsx";
import css from "./before-you-start.module.css";

export const readingSheet = lazyRoute<ReadingSheetProps>(() => import("./before-you-start-sheet.tsx"));

/** What must be known of a product before it is started, word for word. */
export interface ProductNotices {
  readonly name: string;
  readonly notices: readonly string[];
}

/** The notices of the products, each sentence once: with the first product it is about. */
export function noticesOf(products: readonly Pick<CatalogueProduct, "name" | "notices">[]): ProductNotices[] {
  const seen = new Set<string>();
  return products.flatMap(({ name, notices }) => {
    const fresh = notices.filter((notice) => !seen.has(notice));
    for (const notice of fresh) seen.add(notice);
    return fresh.length > 0 ? [{ name, notices: fresh }] : [];
  });
}

export const unreadNotices = (groups: readonly ProductNotices[], read: ReadonlySet<string>): string[] =>
  groups.flatMap(({ notices }) => notices).filter((notice) => !read.has(notice));

/** Opens the sheet with what is to be known before starting; says whether it was read, and kindly that it wasn't. */
export function BeforeYouStart({
  count,
  unread,
  closedUnread,
  onOpen,
}: {
  count: number;
  unread: number;
  /** It was opened, and closed before its end was seen. */
  closedUnread: boolean;
  onOpen: () => void;
}) {
  const things = `${count} ${count === 1 ? "thing" : "things"} to know`;
  return (
    <>
      <button type="button" className={css["row"]} aria-haspopup="dialog" onClick={onOpen}>
        {unread === 0 ? <CheckIcon /> : <InfoIcon />}
        <span className={css["text"]}>
          <span className={css["title"]}>Before you start</span>
          <span>{unread === 0 ? `${things}: read` : unread < count ? `${unread} new to read` : things}</span>
        </span>
        <ChevronRightIcon />
      </button>
      {closedUnread && unread > 0 && (
        <Alert tone="info">
          No rush. You closed it before the end, so please take one more look before you continue. It’s short.
        </Alert>
      )}
    </>
  );
}
