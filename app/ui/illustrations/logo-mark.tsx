import { Marigold } from "./parts.tsx";

export function LogoMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <Marigold x={24} y={24} r={22} />
    </svg>
  );
}
