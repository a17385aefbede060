import { messages } from "../messages.ts"

const parts: Readonly<Record<number, string>> = { 0.25: "¼", 0.5: "½", 0.75: "¾" }

/** A rating of up to five stars; nothing if unrated. */
export const Stars = ({ value }: { readonly value: number }) =>
  value === 0 ? undefined : (
    <span class="stars" role="img" aria-label={messages.stars(value)} title={messages.stars(value)}>
      {"★".repeat(Math.floor(value))}
      {parts[value % 1] ?? ""}
    </span>
  )
