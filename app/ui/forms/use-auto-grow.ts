import { type RefObject, useLayoutEffect } from "react";

const fitHeight = (field: HTMLTextAreaElement): void => {
  field.style.height = "auto";
  const borders = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borders}px`;
};

/** `field-sizing: content` for browsers without it: a text area as tall as its text, between its CSS limits. */
export function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>): void {
  const unsupported = !CSS.supports("field-sizing", "content");
  // The text may change with any render.
  useLayoutEffect(() => {
    if (unsupported && ref.current) fitHeight(ref.current);
  });
  useLayoutEffect(() => {
    const field = ref.current;
    if (!unsupported || !field) return;
    const onInput = () => fitHeight(field);
    let width = field.clientWidth;
    const resized = new ResizeObserver(() => {
      if (field.clientWidth === width) return;
      width = field.clientWidth;
      fitHeight(field);
    });
    field.addEventListener("input", onInput);
    resized.observe(field);
    return () => {
      field.removeEventListener("input", onInput);
      resized.disconnect();
    };
  }, [unsupported, ref]);
}
