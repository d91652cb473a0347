import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import css from "./menu.module.css";

export type MenuEntry =
  | { label: ReactNode; href: string; icon?: ReactNode }
  | { label: ReactNode; onSelect: () => void; icon?: ReactNode; apart?: boolean | undefined };

/** A dropdown of links and actions. `trigger` is a button element with a name; `header` greets above the entries. */
export function Menu({
  trigger,
  header,
  items,
}: {
  trigger: ReactElement;
  header?: ReactNode;
  items: readonly MenuEntry[];
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css["positioner"]} sideOffset={8} align="end" collisionPadding={12}>
          <Base.Popup className={css["popup"]}>
            <Base.Group>
              {header && <Base.GroupLabel className={css["header"]}>{header}</Base.GroupLabel>}
              {items.map((item, index) =>
                "href" in item ? (
                  <Base.LinkItem key={index} href={item.href} className={css["item"]} closeOnClick>
                    {item.icon}
                    {item.label}
                  </Base.LinkItem>
                ) : (
                  <Base.Item
                    key={index}
                    className={item.apart ? `${css["item"]} ${css["apart"]}` : css["item"]}
                    onClick={item.onSelect}
                  >
                    {item.icon}
                    {item.label}
                  </Base.Item>
                ),
              )}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
