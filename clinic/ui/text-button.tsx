import type { ComponentProps } from "react";
import css from "./text-button.module.css";

/** A button within a line of text, which looks like a link. */
export const TextButton = (props: Omit<ComponentProps<"button">, "type" | "className">) => (
  <button type="button" className={css["button"]} {...props} />
);
