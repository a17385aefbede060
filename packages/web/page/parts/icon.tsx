/** The drawing of each icon, in a square of 24. */
const drawings = {
  today:
    "M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  timeline: "M5 4v16M9 6h10M9 12h7m-7 6h10M4 6h2M4 12h2m-2 6h2",
  listening:
    "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Zm-6.4 0a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM12 6.2a5.8 5.8 0 0 1 5.8 5.8",
  reading:
    "M12 6.5C10 4.9 6.8 4.6 4 5v13.5c2.8-.4 6-.1 8 1.5 2-1.6 5.2-1.9 8-1.5V5c-2.8-.4-6-.1-8 1.5Zm0 0V20",
  watching:
    "M5.5 5h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM8 21h8m-5.5-12.5v5l4-2.5Z",
  running: "M4 19c3-1 3-5 6-6s4 2 6-1 1-7 4-8M3 19h2M19 4h2",
  attending:
    "M3.5 8a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1v2.2a2 2 0 0 0 0 3.6V16a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-2.2a2 2 0 0 0 0-3.6Zm11-.5V9m0 2v2m0 2v1.5",
  collecting: "M4 20V5m4 15V4m4 16V6M3 20h10m2.5.3 4-1.3L16 5.5",
  places: "M12 21s7-6 7-11.5a7 7 0 0 0-14 0C5 15 12 21 12 21Zm2.5-11.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  years: "M4 18V9m5 9V5m5 13v-7m5 7V7",
  add: "M12 5v14M5 12h14",
  settings:
    "M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm-3-8.5v3m0 11v3M3.5 12h3m11 0h3M6 6l2 2m8 8 2 2m0-12-2 2m-8 8-2 2",
  find: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0ZM16 16l4.5 4.5",
  library: "M4 4h7v7H4Zm9 0h7v7h-7ZM4 13h7v7H4Zm9 0h7v7h-7Z",
  go: "m9 5 7 7-7 7",
  file: "M7 3h7l4 4v14H7ZM14 3v4h4",
  link: "M9 3v5m6-5v5M7 8h10v4a5 5 0 0 1-10 0Zm5 9v4",
  share: "M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  domain: "M12 4 20 12l-8 8-8-8Z",
} as const

export type IconName = keyof typeof drawings

/** The icon of a domain; one that somebody else wrote has a plain one. */
export const domainIcon = (domain: string): IconName => (domain in drawings ? (domain as IconName) : "domain")

/** A line icon in the colour of the text. Its meaning is next to it, or in the label of its button. */
export const Drawing = ({ d }: { readonly d: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
)

/** One of the icons of the frame. */
export const Icon = ({ name }: { readonly name: IconName }) => <Drawing d={drawings[name]} />
