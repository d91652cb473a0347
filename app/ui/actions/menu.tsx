import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { cx } from "../cx.ts";
import css from "./menu.module.css";

export type MenuEntry =
  | { label: ReactNode; href: string; icon?: ReactNode; hasDivider?: boolean | undefined }
  | { label: ReactNode; onSelect: () => void; icon?: ReactNode; hasDivider?: boolean | undefined };

/**
 * Links and actions under a button (a disclosure: Tab walks through them, Escape closes). `trigger` is a `<Button>` or `<button>` with a name;
 * `header` is shown above the entries; `hasDivider` draws a line above one.
 */
export function Menu({
  trigger,
  header,
  items,
  align = "end",
}: {
  trigger: ReactElement<ComponentProps<"button">>;
  header?: ReactNode;
  items: readonly MenuEntry[];
  /** Which edge of the trigger it hangs from. */
  align?: "start" | "end" | undefined;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  // Safari gives a pressed button no focus, so presses elsewhere are listened for; blur alone would miss them.
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [open]);

  return (
    <div
      ref={root}
      role="none"
      className={css["root"]}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        setOpen(false);
        root.current?.querySelector("button")?.focus();
      }}
    >
      {cloneElement(trigger, { "aria-expanded": open, "aria-controls": id, onClick: () => setOpen(!open) })}
      <div id={id} className={cx(css["popup"], css[align])} hidden={!open}>
        {header && <p className={css["header"]}>{header}</p>}
        <ul className={css["list"]}>
          {items.map((item, index) => (
            <li key={index} className={cx(item.hasDivider && css["apart"])}>
              {"href" in item ? (
                <a href={item.href} className={css["item"]} onClick={() => setOpen(false)}>
                  {item.icon}
                  {item.label}
                </a>
              ) : (
                <button
                  type="button"
                  className={css["item"]}
                  onClick={() => {
                    setOpen(false);
                    root.current?.querySelector("button")?.focus();
                    item.onSelect();
                  }}
                >
                  {item.icon}
                  {item.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
