import { icon } from "./icon.tsx";

export const LockIcon = /* @__PURE__ */ icon(<path d="M5.5 11h13v9.5h-13V11ZM8 11V8a4 4 0 0 1 8 0v3m-4 3.5v2.5" />);
