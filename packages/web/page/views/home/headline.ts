import type { Entry } from "../../data/responses.ts"
import { messages } from "../../messages.ts"

const { home } = messages

/** A longer headline leaves out its last part. */
const maxLength = 110

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is notable of a day as one sentence; "" without anything. */
export const headlineOf = (entries: ReadonlyArray<Entry>): string => {
  const parts = entries.map(home.phrase)
  while (parts.length > 1 && home.sentence(parts).length > maxLength) parts.pop()
  return parts.length === 0 ? "" : capital(home.sentence(parts))
}
