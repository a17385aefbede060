import { Drawing } from "../../parts/icon.tsx"
import type { messages } from "../../messages.ts"

/** The drawing of each page of settings, in a square of 24. */
const drawings: Readonly<Record<keyof typeof messages.settings.names, string>> = {
  sources: "M9 3v5m6-5v5M7 8h10v4a5 5 0 0 1-10 0Zm5 9v4",
  imports: "M7 3h7l4 4v14H7ZM14 3v4h4",
  add: "M12 5v14M5 12h14",
  waiting: "M5 4h14v16H5Zm4 8 2.2 2.2L15.5 9.5",
  keys: "M12.5 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm-1.2-2.8L19 4.5m-3.5 3.5 3 3",
  assistants: "M4 5h16v11h-9l-4 4v-4H4Zm5 5.5h.01m2.99 0h.01m2.99 0h.01",
  shares: "M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8",
  webhooks: "M7 7h10l-3.5-3.5M17 17H7l3.5 3.5",
  filters: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6Zm2 7L19 5",
  doubles: "M8 8h12v12H8ZM16 8V4H4v12h4",
  corrections: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.5",
  upkeep: "M4 8h9m4 0h3M4 16h3m4 0h9M17 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Zm-6 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
  export: "M12 3 19 6v5.5c0 4.5-3 7.5-7 9.5-4-2-7-5-7-9.5V6Z",
  session: "M3.5 5h17v11h-17ZM8 20h8m-4-4v4",
  time: "M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0ZM12 7.5V12l3 2",
  appearance:
    "M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 1.5-2-.8-1.7.3-3 2-3h2.5c1.7 0 2.5-1.3 2.5-3.5 0-4.7-3.8-8.5-8.5-8.5ZM8 12h.01m1.99-4h.01m4.99 0h.01",
  advanced:
    "M20 6.5 16.5 10 14 7.5 17.5 4A5.5 5.5 0 0 0 10.5 11L4 17.5A1.8 1.8 0 0 0 6.5 20L13 13.5A5.5 5.5 0 0 0 20 6.5Z",
}

/** The icon of a page of settings. */
export const PageIcon = ({ name }: { readonly name: keyof typeof drawings }) => <Drawing d={drawings[name]} />
